"""A form that could not be taken: shown again with all that was typed, and one button that sends it once more."""

from flask import Response, make_response, render_template, request

from fieldapp.web.same_origin import PROOF_FIELD


def kept_form(template: str, status: int, proof: str = "") -> Response:
    """The page `template` with the fields of the present request; chosen files are asked for again."""
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != PROOF_FIELD]
    if proof:
        fields.append((PROOF_FIELD, proof))
    html = render_template(
        template,
        action=request.full_path.rstrip("?"),
        fields=fields,
        files=sorted({name for name, file in request.files.items(multi=True) if file.filename}),
    )
    response = make_response(html, status)
    response.headers["Cache-Control"] = "no-store"
    return response
