"""Changes of an album that take no photo: names, what is one, what is two."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.camouflage import CENTRE, Card, Deck, FaceName
from games.camouflage.errors import CamouflageError
from tests.strategies import DECK, faces
from vision.album import Album, load_album, save_album, undo
from vision.album_archive import export_album, import_album
from vision.album_edits import Hint, merge, rename, split_card, split_deck, split_pattern
from vision.album_pictures import PICTURE_SIDE_PX
from vision.errors import AlbumError
from vision.origins import Doubt
from vision.relabelling import Square, bearing

PATTERNS = ("pattern-1", "pattern-2", "pattern-3")
VERSION = "0.1.0"


def shade(number: int) -> np.ndarray:
    return np.full((PICTURE_SIDE_PX, PICTURE_SIDE_PX, 3), number, np.uint8)


def numbered(face: FaceName = "animals", *, decks: int = 3, seed: int = 0) -> Album:
    """Return an album as enrolment without a deck file makes it, with random squares."""
    random = np.random.default_rng(seed)
    cards = []
    for deck in range(1, decks + 1):
        for number in (1, 2):
            squares = random.choice(PATTERNS, 8).tolist()
            rows = (tuple(squares[:3]), (squares[3], CENTRE, squares[4]), tuple(squares[5:]))
            shown = type(DECK.cards[0].faces["animals"])(rows)
            cards.append(Card(f"deck-{deck}-{number}", f"deck-{deck}", {face: shown}))
    names = tuple(f"deck-{deck}" for deck in range(1, decks + 1))
    deck_file = Deck("found", names, {face: PATTERNS}, tuple(cards))
    return Album(
        deck_file,
        face,
        {card.id: shade(number) for number, card in enumerate(cards)},
        doubtful=(
            Doubt("deck-1-1", (0, 0), "it looks almost as much like pattern-1 as like pattern-2"),
            Doubt("deck-2-2", (2, 1), "it is seen badly, and only faintly like pattern-3"),
        ),
    )


ALBUM = numbered()
BOTH = replace(ALBUM, other=numbered("gems", seed=1))


def squares_of(album: Album) -> list[tuple[str, ...]]:
    return [card.faces[album.face].squares for card in album.deck.cards]


class TestRenaming:
    def test_a_pattern(self) -> None:
        album = rename(ALBUM, [("pattern-3", "zebra")], camtable=VERSION)
        assert album.deck.patterns["animals"] == ("pattern-1", "pattern-2", "zebra")
        assert squares_of(album) == [
            tuple("zebra" if name == "pattern-3" else name for name in squares)
            for squares in squares_of(ALBUM)
        ]
        assert album.doubtful[1].why == "it is seen badly, and only faintly like zebra"
        assert [(step.did, step.camtable) for step in album.steps] == [("pattern-3 is named zebra", VERSION)]

    def test_a_deck_takes_its_cards_along(self) -> None:
        album = rename(ALBUM, [("deck-2", "owl")], camtable=VERSION)
        assert album.deck.decks == ("deck-1", "owl", "deck-3")
        assert [card.id for card in album.deck.cards_of("owl")] == ["owl-1", "owl-2"]
        assert (album.pictures["owl-2"] == ALBUM.pictures["deck-2-2"]).all()
        assert album.doubtful[1].card == "owl-2"

    def test_a_card(self) -> None:
        album = rename(ALBUM, [("deck-1-2", "king")], camtable=VERSION)
        assert [*album.pictures][:3] == ["deck-1-1", "king", "deck-2-1"]

    def test_names_are_exchanged(self) -> None:
        album = rename(ALBUM, [("deck-1", "deck-2"), ("deck-2", "deck-1")], camtable=VERSION)
        assert [card.id for card in album.deck.cards][:4] == ["deck-2-1", "deck-2-2", "deck-1-1", "deck-1-2"]
        assert (album.pictures["deck-1-1"] == ALBUM.pictures["deck-2-1"]).all()

    @given(st.permutations(PATTERNS))
    def test_names_given_and_taken_back_leave_what_was(self, names: list[str]) -> None:
        there = rename(ALBUM, list(zip(PATTERNS, names, strict=True)), camtable=VERSION)
        back = rename(there, list(zip(names, PATTERNS, strict=True)), camtable=VERSION)
        assert (back.deck, back.doubtful) == (ALBUM.deck, ALBUM.doubtful)

    @pytest.mark.parametrize(
        ("names", "match"),
        [
            pytest.param(
                [("pattern-9", "zebra")], "expected a deck, card or pattern of the album", id="none"
            ),
            pytest.param(
                [("pattern-1", "pattern-2")], "there is a pattern of animals of that name", id="taken"
            ),
            pytest.param([("deck-1", "deck-2")], "there is a deck of that name", id="another deck's"),
            pytest.param([("deck-1-1", "deck-3-2")], "there is a card of that name", id="another card's"),
            pytest.param([("pattern-1", "x"), ("pattern-2", "x")], "of that name", id="one name for two"),
            pytest.param([("pattern-1", "x"), ("pattern-1", "y")], "found 'pattern-1' twice", id="twice"),
            pytest.param([("pattern-1", "*")], r"found '\*'", id="the centre's"),
            pytest.param([("deck-1", "")], "found ''", id="nothing"),
            pytest.param([("deck-1", "red fox")], "no white space", id="no name for cards"),
        ],
    )
    def test_names_that_do_not_do(self, names: list[tuple[str, str]], match: str) -> None:
        with pytest.raises((AlbumError, CamouflageError), match=match):
            rename(ALBUM, names, camtable=VERSION)


class TestWhatIsMeant:
    def test_a_name_on_both_faces_is_asked_about(self) -> None:
        expected = "'deck-1' is a deck of the animals and a deck of the gems; say which is meant"
        with pytest.raises(AlbumError, match=expected):
            rename(BOTH, [("deck-1", "owl")], camtable=VERSION)
        album = rename(BOTH, [("deck-1", "owl")], Hint(face="gems"), camtable=VERSION)
        assert [each.deck.decks[0] for each in album.faces] == ["deck-1", "owl"]
        assert [len(each.steps) for each in album.faces] == [0, 1]

    def test_the_kind_tells(self) -> None:
        album = rename(ALBUM, [("pattern-1", "deck-1")], camtable=VERSION)
        with pytest.raises(AlbumError, match="a deck of the animals and a pattern of the animals"):
            rename(album, [("deck-1", "owl")], camtable=VERSION)
        assert (
            rename(album, [("deck-1", "owl")], Hint("pattern"), camtable=VERSION).deck.decks
            == ALBUM.deck.decks
        )

    def test_faces_of_one_deck_file_stay_of_one(self) -> None:
        both = Album(DECK, "animals", {"owl-1": shade(1)}, Album(DECK, "gems", {"owl-1": shade(2)}))
        album = rename(both, [("owl", "eule"), ("ruby", "rubin")], camtable=VERSION)
        assert album.other
        assert album.deck == album.other.deck
        assert [*album.pictures] == [*album.other.pictures] == ["eule-1"]
        assert album.deck.patterns["gems"][0] == "rubin"


class TestMerging:
    def test_patterns(self) -> None:
        album = merge(ALBUM, ["pattern-2", "pattern-1"], camtable=VERSION)
        assert album.deck.patterns["animals"] == ("pattern-2", "pattern-3")
        before, after = (Counter(name for own in squares_of(each) for name in own) for each in (ALBUM, album))
        assert after["pattern-2"] == before["pattern-1"] + before["pattern-2"]
        assert [doubt.card for doubt in album.doubtful] == ["deck-2-2"]

    def test_decks(self) -> None:
        album = merge(ALBUM, ["deck-1", "deck-3"], camtable=VERSION)
        assert album.deck.decks == ("deck-1", "deck-2")
        assert [card.id for card in album.deck.cards_of("deck-1")] == [f"deck-1-{n}" for n in (1, 2, 3, 4)]
        assert (album.pictures["deck-1-3"] == ALBUM.pictures["deck-3-1"]).all()

    def test_cards(self) -> None:
        album = merge(ALBUM, ["deck-1-1", "deck-2-2"], camtable=VERSION)
        assert "deck-2-2" not in album.deck
        assert (album.pictures["deck-1-1"] == ALBUM.pictures["deck-1-1"]).all()
        assert len(album.pictures) == len(ALBUM.pictures) - 1
        assert [doubt.card for doubt in album.doubtful] == ["deck-1-1"]

    def test_a_deck_without_cards_is_no_more(self) -> None:
        album = merge(ALBUM, ["deck-1-1", "deck-2-1", "deck-2-2"], camtable=VERSION)
        assert album.deck.decks == ("deck-1", "deck-3")

    @pytest.mark.parametrize(
        ("names", "match"),
        [
            pytest.param(["deck-1"], "two different names or more", id="one"),
            pytest.param(["deck-1", "deck-1"], "two different names or more", id="the same"),
            pytest.param(["deck-1", "deck-2-1"], "not of one kind and face", id="a deck and a card"),
            pytest.param(["pattern-1", "pattern-7"], "found 'pattern-7', which is none", id="none"),
        ],
    )
    def test_what_cannot_be_one(self, names: list[str], match: str) -> None:
        with pytest.raises(AlbumError, match=match):
            merge(ALBUM, names, camtable=VERSION)

    def test_a_card_without_picture_does_not_come_first(self) -> None:
        album = replace(ALBUM, pictures={"deck-2-2": shade(3)})
        with pytest.raises(AlbumError, match="deck-1-1 has no picture of its animals"):
            merge(album, ["deck-1-1", "deck-2-2"], camtable=VERSION)


class TestSplitting:
    def test_squares_that_are_made_one_again_leave_what_was(self) -> None:
        squares = [*bearing(ALBUM.deck, "animals", "pattern-1")][:3]
        album = split_pattern(ALBUM, "pattern-1", "pattern-4", squares, camtable=VERSION)
        assert [*bearing(album.deck, "animals", "pattern-4")] == squares
        assert merge(album, ["pattern-1", "pattern-4"], camtable=VERSION).deck == ALBUM.deck

    def test_squares_are_put_to_a_pattern_that_is_there(self) -> None:
        first = next(bearing(ALBUM.deck, "animals", "pattern-1"))
        album = split_pattern(ALBUM, "pattern-1", "pattern-2", [first], camtable=VERSION)
        assert first in [*bearing(album.deck, "animals", "pattern-2")]
        assert album.deck.patterns == ALBUM.deck.patterns

    def test_a_square_that_was_named_is_in_doubt_no_more(self) -> None:
        square = Square("deck-2-2", 2, 1)
        pattern = ALBUM.deck.face("deck-2-2", "animals").rows[2][1]
        album = split_pattern(ALBUM, pattern, "moss", [square], camtable=VERSION)
        assert [doubt.card for doubt in album.doubtful] == ["deck-1-1"]
        assert album.steps[-1].did == f"deck-2-2:3,2 bear moss, not {pattern}"

    def test_a_deck_is_taken_apart_and_made_one_again(self) -> None:
        album = split_deck(ALBUM, "deck-1", "owl", ["deck-1-2"], camtable=VERSION)
        assert album.deck.decks == (*ALBUM.deck.decks, "owl")
        assert album.deck.card("owl-1").deck == "owl"
        assert (album.pictures["owl-1"] == ALBUM.pictures["deck-1-2"]).all()
        assert merge(album, ["deck-1", "owl"], camtable=VERSION).deck == ALBUM.deck

    def test_cards_that_were_made_one_are_two_again(self) -> None:
        merged = merge(ALBUM, ["deck-1-1", "deck-2-2"], camtable=VERSION)
        album = split_card(merged, "deck-1-1", "deck-2-2", camtable=VERSION)
        assert album.deck == ALBUM.deck
        assert {card: own[0, 0, 0] for card, own in album.pictures.items()} == {
            card: own[0, 0, 0] for card, own in ALBUM.pictures.items()
        }
        assert album.former == ()
        assert album.steps[-1].did == "deck-2-2 is split off from deck-1-1"

    def test_names_that_were_changed_meanwhile_hold(self) -> None:
        merged = merge(ALBUM, ["deck-1-1", "deck-1-2"], camtable=VERSION)
        names = [("deck-1", "owl"), ("pattern-1", "moss")]
        changed = merge(rename(merged, names, camtable=VERSION), ["moss", "pattern-2"], camtable=VERSION)
        album = split_card(changed, "owl-1", "owl-7", camtable=VERSION)
        bore = ALBUM.deck.card("deck-1-2").faces["animals"].squares
        known = {"pattern-1": "moss", "pattern-2": "moss"}
        assert album.deck.card("owl-7").faces["animals"].squares == tuple(
            known.get(name, name) for name in bore
        )
        assert album.deck.card("owl-7").deck == "owl"

    def test_of_several_the_one_that_is_named_is_split_off(self) -> None:
        first = merge(ALBUM, ["deck-1-1", "deck-1-2"], camtable=VERSION)
        both = merge(first, ["deck-3-1", "deck-1-1"], camtable=VERSION)
        assert {(each.card.id, each.into) for each in both.former} == {
            ("deck-1-2", "deck-3-1"),
            ("deck-1-1", "deck-3-1"),
        }
        with pytest.raises(
            AlbumError, match="expected one of deck-1-2, deck-1-1, which were made one with deck-3-1; none"
        ):
            split_card(both, "deck-3-1", "king", camtable=VERSION)
        with pytest.raises(AlbumError, match="found 'deck-2-1'"):
            split_card(both, "deck-3-1", "king", "deck-2-1", camtable=VERSION)
        album = split_card(both, "deck-3-1", "king", "deck-1-1", camtable=VERSION)
        assert (album.pictures["king"] == ALBUM.pictures["deck-1-1"]).all()
        # Its own deck is no more.
        assert album.deck.card("king").deck == "deck-3"
        assert [each.card.id for each in album.former] == ["deck-1-2"]

    def test_both_faces_of_one_deck_file_are_split(self) -> None:
        names = ("owl-1", "owl-2")
        both = Album(
            DECK,
            "animals",
            {name: shade(n) for n, name in enumerate(names)},
            Album(DECK, "gems", {name: shade(10 + n) for n, name in enumerate(names)}),
        )
        album = split_card(merge(both, names, camtable=VERSION), "owl-1", "owl-2", camtable=VERSION)
        assert album.other
        assert {*album.deck.cards} == {*DECK.cards}
        assert album.deck == album.other.deck
        assert [each.pictures["owl-2"][0, 0, 0] for each in album.faces] == [1, 11]

    def test_a_card_that_was_never_merged_cannot_be(self) -> None:
        with pytest.raises(AlbumError, match="has one picture and was merged with no other card"):
            split_card(ALBUM, "deck-1-1", "king", camtable=VERSION)
        merged = merge(ALBUM, ["deck-1-1", "deck-1-2"], camtable=VERSION)
        with pytest.raises(AlbumError, match="there is a card of that name"):
            split_card(merged, "deck-1-1", "deck-2-1", camtable=VERSION)

    def test_what_does_not_belong_there(self) -> None:
        other = next(bearing(ALBUM.deck, "animals", "pattern-2"))
        with pytest.raises(AlbumError, match=f"{other.shown} does not bear pattern-1"):
            split_pattern(ALBUM, "pattern-1", "x", [other], camtable=VERSION)
        with pytest.raises(AlbumError, match="deck-2-1 is no card of deck-1"):
            split_deck(ALBUM, "deck-1", "x", ["deck-2-1"], camtable=VERSION)

    def test_something_has_to_be_left(self) -> None:
        with pytest.raises(AlbumError, match="no square of pattern-1 would be left"):
            split_pattern(
                ALBUM, "pattern-1", "x", [*bearing(ALBUM.deck, "animals", "pattern-1")], camtable=VERSION
            )
        with pytest.raises(AlbumError, match="no card of deck-1 would be left"):
            split_deck(ALBUM, "deck-1", "x", ["deck-1-1", "deck-1-2"], camtable=VERSION)


@given(st.data())
def test_whatever_is_changed_squares_stay_squares(data: st.DataObject) -> None:
    """Squares that bore one pattern still do after any merging, and none is lost."""
    cards = tuple(replace(card, faces={"animals": data.draw(faces)}) for card in DECK.cards[:4])
    album = Album(replace(DECK, cards=cards), "animals", {cards[0].id: shade(0)})
    names = data.draw(st.lists(st.sampled_from(DECK.patterns["animals"]), min_size=2, unique=True))
    merged = merge(album, names, camtable=VERSION)
    for before, after in zip(squares_of(album), squares_of(merged), strict=True):
        assert [names[0] if name in names else name for name in before] == [*after]


def test_what_was_made_one_is_kept_in_the_folder_and_in_one_file(tmp_path: Path) -> None:
    save_album(ALBUM, tmp_path / "album")
    merged = merge(ALBUM, ["deck-1-1", "deck-2-2"], camtable=VERSION)
    save_album(merged, tmp_path / "album", undoable=True)
    import_album(export_album(tmp_path / "album"), tmp_path / "other")
    for folder in ("album", "other"):
        found = load_album(tmp_path / folder)
        album = split_card(found, "deck-1-1", "deck-2-2", camtable=VERSION)
        assert album.deck == ALBUM.deck
        assert (album.pictures["deck-2-2"] == ALBUM.pictures["deck-2-2"]).all()
    save_album(album, tmp_path / "other", undoable=True)
    assert load_album(tmp_path / "other").former == ()


def test_a_changed_album_is_written_and_taken_back(tmp_path: Path) -> None:
    save_album(ALBUM, tmp_path / "album")
    pictures = {path.name: path.read_bytes() for path in tmp_path.glob("album/*.png")}
    changed = rename(ALBUM, [("deck-1", "owl"), ("pattern-2", "moss")], camtable=VERSION)
    save_album(changed, tmp_path / "album", undoable=True)
    assert load_album(tmp_path / "album").deck == changed.deck
    assert {path.name: path.read_bytes() for path in tmp_path.glob("album/*.png")} == pictures
    assert undo(tmp_path / "album").deck == ALBUM.deck
