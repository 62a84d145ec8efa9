"""The process that lays out one document: bounded in memory and time, reaching nothing but the assets handed to it.

It runs by itself (no import of the app): a JSON order on standard input, the PDF on standard output. Exit: 0 done,
3 the library for PDF cannot be loaded, 4 the page asked for something that it may not have, 5 anything else.
"""

import base64
import json
import resource
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from weasyprint.urls import URLFetcher

NO_LIBRARY, REFUSED, FAILED = 3, 4, 5


def main() -> int:
    """Do the order of standard input; what went wrong is one line on standard error."""
    order = json.load(sys.stdin)
    _bound(order["seconds"], order["megabytes"])
    try:
        import weasyprint.urls  # noqa: PLC0415  under the bounds; OSError where Pango is missing
    except (ImportError, OSError) as missing:
        return _end(NO_LIBRARY, str(missing))
    try:
        pdf = _laid_out(order)
    except weasyprint.urls.FatalURLFetchingError as refused:  # a BaseException: nothing else would catch it
        return _end(REFUSED, str(refused))
    except MemoryError:
        return _end(FAILED, "out of memory")
    except Exception as wrong:  # noqa: BLE001  the parent needs one line, whatever it was
        return _end(FAILED, f"{type(wrong).__name__}: {wrong}")
    sys.stdout.buffer.write(pdf)
    return 0


def _bound(seconds: int, megabytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _laid_out(order: dict[str, Any]) -> bytes:
    import weasyprint  # noqa: PLC0415

    assets = {name: (kind, base64.b64decode(data)) for name, (kind, data) in order["assets"].items()}
    refused: list[str] = []
    html = weasyprint.HTML(string=order["html"], base_url="asset:", url_fetcher=_fetcher(assets, refused))
    pdf = html.write_pdf(pdf_variant="pdf/ua-1", pdf_identifier=order["identifier"].encode())
    if refused:  # weasyprint's drawing of SVG swallows even the fatal error
        raise weasyprint.urls.FatalURLFetchingError(refused[0])
    return bytes(pdf)


def _fetcher(assets: dict[str, tuple[str, bytes]], refused: list[str]) -> "URLFetcher":
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class AssetFetcher(URLFetcher):  # type: ignore[misc]  # it comes without types
        """Knows the named assets and `data:`; no file, no network, no redirect."""

        def __init__(self) -> None:
            super().__init__(allowed_protocols=("data",), allow_redirects=False, fail_on_errors=True)

        def fetch(self, url: str, headers: dict[str, str] | None = None) -> object:
            """The asset behind asset:NAME; anything else is noted in `refused` and raises FatalURLFetchingError."""
            scheme, _, name = url.partition(":")
            if scheme == "asset" and name in assets:
                kind, data = assets[name]
                return URLFetcherResponse(url, data, {"Content-Type": kind})
            if scheme == "data":
                return super().fetch(url, headers)
            refused.append(f"the page asks for {url[:100]!r}")
            raise FatalURLFetchingError(refused[-1])

    return AssetFetcher()


def _end(code: int, words: str) -> int:
    sys.stderr.write(" ".join(words.split())[:300] + "\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
