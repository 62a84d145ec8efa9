"""What a spreadsheet leaves in a cell, or in the text made from it, where it could not work out a value."""

import re

UNKNOWN_ERROR = "#ERROR!"  # an error cell whose words are none that we know
_ERROR = re.compile(
    r"#(?:REF|VALUE|NAME|DIV/0|NULL|NUM|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|EXTERNAL|PYTHON|DATA|ERROR)[!?]"
    r"|#N/A[!?]?|#GETTING_DATA|#{3,}|Err:[0-9]{3}",
    re.IGNORECASE,
)


def may_hold_error(text: str) -> bool:
    """Whether a row's text can hold an error at all: asked first, since it costs next to nothing."""
    return "#" in text or "rr:" in text or "RR:" in text


def is_error(cell: str) -> bool:
    """Whether the cell is an error and nothing else: #REF!, #N/A, #DIV/0!, Err:502, or ##### for a narrow column."""
    return _ERROR.fullmatch(cell.strip()) is not None
