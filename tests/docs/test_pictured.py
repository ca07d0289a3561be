"""The pictures in the documentation are those of their positions, and pages show each of them."""

import pytest

from tests.docs.pictured import PICTURES, Picture, pictures
from tests.support.documents import PAGES

pytestmark = pytest.mark.quick

DRAWN = list(pictures())


@pytest.mark.parametrize("picture", DRAWN, ids=lambda picture: picture.path.stem)
def test_a_picture_is_what_its_position_comes_to(picture: Picture) -> None:
    committed = picture.path.read_text(encoding="utf-8")
    assert committed == picture.drawn, "run python -m tests.docs.pictured"


def test_there_is_no_picture_without_a_position_and_none_that_no_page_shows() -> None:
    there = {path.name for path in PICTURES.glob("*.svg")}
    assert there == {picture.path.name for picture in DRAWN}
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [name for name in sorted(there) if f"pictures/{name}" not in pages] == []
