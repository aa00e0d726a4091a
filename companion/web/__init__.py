"""The web application: pages for phones, the big screen and the press.

Knows the store, the engine, the games (found by name, never imported individually) and the press. Contains no rule of
any game and draws no panel: rules are in `companion.games`, panels in `templates/parts`.

    with Store.open(place, load_game) as store:
        app = create_app(store, Config(...))
        serve(app, port=8000)
"""

from companion.web.app.app import create_app
from companion.web.app.config import Config, ConfigError
from companion.web.serving.server import serve

__all__ = ["Config", "ConfigError", "create_app", "serve"]
