"""Our apps, and their source files and templates, in which messages are looked for."""

import ast
from pathlib import Path
from typing import Final

from django.conf import settings

ROOT: Final = Path(settings.BASE_DIR)
OUR_APPS: Final = sorted(
    app for app in settings.INSTALLED_APPS if (ROOT / app / "__init__.py").exists()
)
MODULES: Final = sorted(
    path
    for app in OUR_APPS
    for path in (ROOT / app).rglob("*.py")
    if "migrations" not in path.parts
)

TEMPLATES: Final = sorted(
    path
    for app in ("notifications", "web")
    for path in (ROOT / app / "templates").rglob("*.*")
    if not path.name.startswith("unknown_account")  # rendered, but never sent
    and path.name not in {"act_field.html", "worker.js"}  # attributes of a tag; a script
)


def name_of(node: ast.expr) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))
