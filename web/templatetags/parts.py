"""The parts of a page that change: a script that shows some of them already is sent the others."""

import re
from typing import Any, Final

from django import template
from django.http import HttpRequest
from django.template.base import FilterExpression, Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe

from games.language import active_language
from illimat_core.picture import PAGE, blocks_of

register = template.Library()

SHOWN: Final = "Parts-Shown"
"""The request header with the marks of the parts and the names of the blocks that a page shows."""
MARK: Final = 12  # characters
OPENED: Final = re.compile(r"<\w+")


class PartNode(Node):
    """An element that is swapped when it changes; its `data-mark` stands for what it holds."""

    def __init__(self, name: FilterExpression, nodes: NodeList) -> None:
        self.name, self.nodelist = name, nodes

    def render(self, context: Context) -> SafeString:
        """Return the element, or nothing if the page that asks shows it as it stands."""
        name, held = self.name.resolve(context), self.nodelist.render(context)
        mark = salted_hmac(f"part {name}", held, algorithm="sha256").hexdigest()[:MARK]
        if mark in context["parts_shown"]:
            return SafeString("")
        marked = f' data-part="{name}" data-mark="{mark}"'
        return mark_safe(OPENED.sub(lambda tag: tag[0] + marked, held, count=1))  # noqa: S308


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """Name the element within, which is a part: `{% part "board" %}<section>…{% endpart %}`."""
    _, name = token.split_contents()
    nodes = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(parser.compile_filter(name), nodes)


@register.simple_tag(takes_context=True)
def blocks(context: Context) -> SafeString:
    """Return the blocks that the page's drawings use (`pieces`), but those that it has."""
    but = context["parts_shown"]
    return mark_safe(blocks_of(context["pieces"], PAGE, active_language(), but))  # noqa: S308


def shown_parts(request: HttpRequest) -> dict[str, Any]:
    """Return, for all templates, what a page shows already: nothing if it is loaded whole.

    `parts_only` is whether it is sent without what never changes.
    """
    shown = request.headers.get(SHOWN)
    return {"parts_only": shown is not None, "parts_shown": frozenset((shown or "").split())}
