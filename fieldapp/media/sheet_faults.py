"""The one way in which a sheet fails as a whole."""


class UnusableSheet(Exception):
    """A file that cannot be used as a whole; `str()` is one sentence that names file, line and field."""

    def __init__(self, file: str, sentence: str, *, line: int | None = None, field: str = "") -> None:
        self.file, self.line, self.field = file, line, field
        where = file + (f", line {line}" if line else "") + (f", {field}" if field else "")
        text = f"{where}: {sentence}" if line or field else f"{file} {sentence}"
        super().__init__(" ".join(text.split()))
