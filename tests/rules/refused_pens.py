"""Values that Python and the browser take and refuse alike: pens with the refused field and words, taken facts."""

_HOW = "how it is known is none of measured, seen, seen while built, admitted, document, video, told, not possible"
_MORE = "holds more than a value, how it is known, and words"
_COVER = "is none of entire, partial, none"
_TEXT = "the words beside it are no text"
_SIDES = "holds something other than a length and a width"

REFUSED = [
    ({"color": "red"}, "color", "is no fact of a pen"),
    ({"__proto__": 1}, "__proto__", "is no fact of a pen"),
    ({"constructor": 1}, "constructor", "is no fact of a pen"),
    ({"": 1}, "", "is no fact of a pen"),
    *(({"wall_height_in": bad}, "wall_height_in", "is no number") for bad in (
        "5 ft", "4 10 1/2", "", " 60", "60 ", "6e1", "-1", "+1", ".5", "5.", "1,5", "NaN", "12345678", True, False, [],
        [60], "٦٠", "0." + "1" * 31,
    )),
    ({"wall_height_in": -1}, "wall_height_in", "is negative"),
    ({"wall_height_in": {"value": -1, "how": "told"}}, "wall_height_in", "is negative"),
    ({"wall_height_in": 1000001}, "wall_height_in", "is larger than any pen"),
    ({"wall_height_in": "1000000.1"}, "wall_height_in", "is larger than any pen"),
    *(({"animals": bad}, "animals", "is no whole number from 1") for bad in (0, "0", "1.5", "0.5")),
    ({"animals": -1}, "animals", "is negative"),
    ({"animals": True}, "animals", "is no number"),
    *(({"locked": bad}, "locked", "is neither true nor false") for bad in ("true", "yes", 1, 0, "", [])),
    *(({"cover": bad}, "cover", _COVER) for bad in ("full", "ENTIRE", "", True, 1, [], ["entire"])),
    ({"confinement": "kennel"}, "confinement", "is none of outdoor_pen, indoors"),
    ({"surface": "gravel"}, "surface", "is none of permeable, concrete"),
    *(({"rectangles_in": bad}, "rectangles_in", "is no list of rectangles") for bad in ("", 5, True, [[1, 1]] * 101)),
    *(({"rectangles_in": bad}, "rectangles_in", _SIDES) for bad in ([1, 2], [[1]], [[1, 2, 3]], ["12"], [None])),
    *(({"rectangles_in": bad}, "rectangles_in", "is no number") for bad in ([["a", 1]], [[True, 1]], [[[], 1]])),
    ({"rectangles_in": [[1, -1]]}, "rectangles_in", "is negative"),
    ({"locked": {"value": True, "by": "me"}}, "locked", _MORE),
    *(({"locked": {"value": True, "how": bad}}, "locked", _HOW) for bad in ("guessed", "", None, 1, [])),
    *(({"locked": {"value": True, "words": bad}}, "locked", _TEXT) for bad in (1, None, [])),
    ({"locked": {"value": {"value": True}}}, "locked", "is neither true nor false"),
]  # fmt: skip

# name, given, the value in words (None: not noted), how it is known
TAKEN = [
    ("wall_height_in", 60, "60", "measured"),
    ("wall_height_in", "60", "60", "measured"),
    ("wall_height_in", "59.75", "59.75", "measured"),
    ("wall_height_in", 0, "0", "measured"),
    ("wall_height_in", 1000000, "1000000", "measured"),
    ("wall_height_in", None, None, ""),
    ("animals", 2, "2", "seen"),
    ("locked", False, "False", "seen"),
    ("locked", {"value": True, "how": "document"}, "True", "document"),
    ("cover", "none", "none", "seen"),
    ("rectangles_in", [], None, ""),
]
