"""Nothing printed runs out of its place: the paper, the card, the box it is written in, or into other words."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from lodge.paper.cards import LARGE, SMALL, Card, Face, card_pages, face_at
from lodge.paper.drawing import Circle, Item, Page, Shape, Words
from lodge.paper.prose import SIZES, blocks, prose_pages
from lodge.paper.words import WORDS

from .printed import GAMES, PAGES, Room, hold, meet, pages_of, room_of, texts_of

LEAST_MARGIN = 8.0
LEAST_SIZE = 2.15  # of words, in millimetres: six points
FORMATS = {"dam-it": SMALL, "beaver-gang": SMALL, "donnant": LARGE}


def is_card_page(page: Page) -> bool:
    """Whether it is one of fronts or backs: those have a note above that says how to print."""
    words = WORDS[page.language]
    return bool({words["front"], words["back"]} & set(texts_of(page)))


@pytest.mark.parametrize(("game", "language", "paper"), PAGES)
def test_everything_lies_well_on_the_paper(game: str, language: str, paper: str) -> None:
    for page in pages_of(game, language, paper):
        inside = Room(LEAST_MARGIN, LEAST_MARGIN, page.width - LEAST_MARGIN, page.height - LEAST_MARGIN)
        lying = hold([inside], [room_of(item) for item in page.items])[0]
        assert [item for item, lies in zip(page.items, lying, strict=True) if not lies] == []


@pytest.mark.parametrize(("game", "language", "paper"), PAGES)
def test_words_run_into_nothing(game: str, language: str, paper: str) -> None:
    """Not into other words, never across the line of a box or a circle; and they are large enough to be read."""
    for page in pages_of(game, language, paper):
        words = [item for item in page.items if isinstance(item, Words)]
        rooms = [room_of(item) for item in words]
        assert min(item.size for item in words) > LEAST_SIZE
        over = np.triu(meet(rooms, rooms), 1)
        assert [(words[one].text, words[two].text) for one, two in np.argwhere(over)] == []
        frames = [room_of(item) for item in page.items if framing(item)]
        if frames:
            across = meet(frames, rooms) & ~hold(frames, rooms, 0.3)
            assert [(frames[one], words[two].text) for one, two in np.argwhere(across)] == []


def framing(item: Item) -> bool:
    if isinstance(item, Shape):
        return item.closed and len(item.points) == 4
    return isinstance(item, Circle) and item.radius > 2 and bool(item.style.line) and not item.style.dashes


@pytest.mark.parametrize(("game", "language", "paper"), [page for page in PAGES if page[0] in FORMATS])
def test_words_stay_on_their_card(game: str, language: str, paper: str) -> None:
    size = FORMATS[game]
    notes = {WORDS[language]["front"], WORDS[language]["back"]}
    for page in filter(is_card_page, pages_of(game, language, paper)):
        faces = [face_at(page, size, number) for number in range(size.across * size.down)]
        cards = [Room(x + 2, y + 2, x + wide - 2, y + tall - 2) for x, y, wide, tall in faces]
        words = [item for item in page.items if isinstance(item, Words) and item.text not in notes]
        held = hold(cards, [room_of(item) for item in words]).any(0) if words else []
        assert [item for item, one in zip(words, held, strict=True) if not one] == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_a_back_lies_behind_its_front(size: object, paper: str) -> None:
    """Flipped along the long edge, what was left is right and what was above stays above."""
    fronts: list[Face] = []
    backs: list[Face] = []

    def seen(faces: list[Face]) -> object:
        def draw(face: Face) -> list[Item]:
            faces.append(face)
            return []

        return draw

    card = Card(seen(fronts), seen(backs))  # type: ignore[arg-type]
    pages = card_pages("t", "en", paper, size, [card] * 21)  # type: ignore[arg-type]
    assert len(fronts) == len(backs) == 21
    assert len(pages) == 2 * -(-21 // (size.across * size.down))  # type: ignore[attr-defined]
    for front, back in zip(fronts, backs, strict=True):
        assert front.left + front.width + back.left == pytest.approx(pages[0].width)
        assert (front.top, front.width, front.height) == (back.top, back.width, back.height)
    for one, two in combinations(fronts[: size.across * size.down], 2):  # type: ignore[attr-defined]
        assert abs(one.left - two.left) >= one.width - 1e-9 or abs(one.top - two.top) >= one.height - 1e-9


@pytest.mark.parametrize("game", [game for game in GAMES if game in FORMATS])
def test_fronts_are_the_first_side_of_a_sheet_and_say_how_to_print(game: str) -> None:
    for language, words in WORDS.items():
        pages = pages_of(game, language)
        fronts = [number for number, page in enumerate(pages) if words["front"] in texts_of(page)]
        backs = [number for number, page in enumerate(pages) if words["back"] in texts_of(page)]
        assert fronts
        assert all(number % 2 == 0 for number in fronts)
        assert backs == [number + 1 for number in fronts]


def test_a_text_is_set_as_large_as_it_fits() -> None:
    short = prose_pages(
        "t", "en", "a4", "## Head\n\nA few **bold** words, {n} of them. <!-- X1 X2 -->\n\n- a point", {"n": 7}, 1
    )
    assert [text for text in texts_of(short[0]) if text][-5:] == ["A few", "bold", "words, 7 of them.", "•", "a point"]
    assert short[0].items[-1].size == SIZES[0]  # type: ignore[union-attr]
    assert [block.told for block in blocks("a <!-- X1 X2 -->\n\n- b\n- c")] == [("X1", "X2"), (), ()]
    long = "Words that go on for a while. " * 300
    assert prose_pages("t", "en", "a4", long, {}, 1)[0].items[-1].size < SIZES[0]  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="does not fit on 1 pages"):
        prose_pages("t", "en", "a4", long * 2, {}, 1)
