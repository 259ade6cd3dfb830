"""What is answered to a request: the content, or that it is still the one that the browser has."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response


def response(request: Request, content: str | bytes, media_type: str, headers: Mapping[str, str]) -> Response:
    """The content, or status 304 if the request names its digest (RFC 9110, 13.1.2)."""
    body = content if isinstance(content, bytes) else content.encode()
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    tagged = {**headers, "ETag": tag}
    named = request.headers.get("If-None-Match", "").split(",")
    if tag in (each.strip().removeprefix("W/") for each in named):
        return Response(status_code=304, headers=tagged)
    return Response(body, media_type=media_type, headers=tagged)
