"""The gallery on a local server under the policy of the app, for a real browser to look at."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread

import pytest
from flask import Flask, Response, request
from werkzeug.serving import make_server

from printables.look.theme import style_sheet
from tests.look import gallery


class Site:
    """The gallery as a site: `url` of a page, and the answers it was sent."""

    def __init__(self) -> None:
        self.answers: list[dict[str, list[str]]] = []
        app = Flask("gallery", static_folder=str(gallery.ROOT / "companion" / "static"))
        app.add_url_rule("/theme.css", view_func=lambda: Response(style_sheet(), mimetype="text/css"))
        app.add_url_rule("/<name>", "page", lambda name: gallery.page(name, request.args.get("theme", "")))
        app.add_url_rule("/m/ABCD/answer", "answer", self._answer, methods=["POST"])
        app.after_request(self._policy)
        self.server = make_server("127.0.0.1", 0, app, threaded=True)

    def url(self, name: str, theme: str = "") -> str:
        """Where a page of the gallery is."""
        return f"http://127.0.0.1:{self.server.server_port}/{name}?theme={theme}"

    def _answer(self) -> str:
        self.answers.append({key: values for key, values in request.form.lists() if key not in ("csrf", "post")})
        return gallery.page("log")

    @staticmethod
    def _policy(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = "default-src 'self'; img-src 'self' data:"
        return response


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The gallery, served."""
    made = Site()
    thread = Thread(target=made.server.serve_forever, daemon=True)
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
