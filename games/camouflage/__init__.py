"""Camouflage: the cards, the table, which placements are legal, and the scores of its four games."""

from games.camouflage.board import (
    Board,
    Cell,
    Placement,
    alike,
    overlapping_pairs,
    same_board,
    same_layout,
    visible_order,
)
from games.camouflage.cards import CENTRE, FACES, Card, Deck, Face, FaceName
from games.camouflage.errors import (
    CamouflageError,
    DuplicateCardError,
    FactError,
    MalformedBoardError,
    MalformedCardError,
    NotationError,
    UnknownCardError,
    WrongGameError,
)
from games.camouflage.files import deck_from_json, deck_to_json, table_from_json, table_to_json
from games.camouflage.game import CAMOUFLAGE, Camouflage
from games.camouflage.legality import Breach, Judgement, Violation, judge, judge_play, places, verdict
from games.camouflage.log import Log, log_of
from games.camouflage.modes import MODES, mode_named, score
from games.camouflage.notation import (
    format_board,
    format_locations,
    format_table,
    parse_board,
    parse_locations,
    parse_table,
)
from games.camouflage.rulings import RULINGS, Ruling
from games.camouflage.scoring import CamouflageSheet, CardLine, Mode, PlayerStanding
from games.camouflage.table import Location, Rules, Table
from games.errors import MalformedFileError

__all__ = [
    "CAMOUFLAGE",
    "CENTRE",
    "FACES",
    "MODES",
    "RULINGS",
    "Board",
    "Breach",
    "Camouflage",
    "CamouflageError",
    "CamouflageSheet",
    "Card",
    "CardLine",
    "Cell",
    "Deck",
    "DuplicateCardError",
    "Face",
    "FaceName",
    "FactError",
    "Judgement",
    "Location",
    "Log",
    "MalformedBoardError",
    "MalformedCardError",
    "MalformedFileError",
    "Mode",
    "NotationError",
    "Placement",
    "PlayerStanding",
    "Rules",
    "Ruling",
    "Table",
    "UnknownCardError",
    "Violation",
    "WrongGameError",
    "alike",
    "deck_from_json",
    "deck_to_json",
    "format_board",
    "format_locations",
    "format_table",
    "judge",
    "judge_play",
    "log_of",
    "mode_named",
    "overlapping_pairs",
    "parse_board",
    "parse_locations",
    "parse_table",
    "places",
    "same_board",
    "same_layout",
    "score",
    "table_from_json",
    "table_to_json",
    "verdict",
    "visible_order",
]
