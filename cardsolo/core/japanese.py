"""Japanese input: what a player types in kana and kanji becomes the notation that the games read.

Only reading is here, so that logs and JSON stay canonical. Everything goes through NFKC first, which makes full-width
letters and digits plain and half-width kana whole.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_SUITS: Final = {
    "クラブ": "C", "クローバー": "C", "ダイヤモンド": "D", "ダイヤ": "D", "ハート": "H", "スペード": "S",
}  # fmt: skip
_RANKS: Final = {"エース": "A", "ジャック": "J", "クイーン": "Q", "クィーン": "Q", "キング": "K"}
_JOKER: Final = "ジョーカー"
#: Words that mean the same in every game.
_COMMON: Final = {"投了": "resign"}
#: A suit's word before a rank, as in ハートの7, or after it. (Signs in either place are read by `parse_card`.)
_SUIT: Final = "|".join(sorted(_SUITS, key=len, reverse=True))
_RANK: Final = "|".join([*_RANKS, "10", "[2-9AaTtJjQqKk1]"])
_SUIT_FIRST: Final = rf"(?<![0-9AaTtJjQqKk])({_SUIT})の?({_RANK})(?![0-9])"
_RANK_FIRST: Final = rf"({_RANK})の?({_SUIT})"
#: What stands between words and means nothing here.
_PARTICLES: Final = r"[をへにはでの、。]"


def plain(text: str, words: Mapping[str, str]) -> str:
    """Return text with Japanese words replaced by the words and cards of the notation; other text stays as it is.

    words: the words of a game, longest matches first; a value may be empty for a word that says nothing by itself
    (山2 is pile 2). Text in ASCII comes back unchanged.
    """
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKC", text)
    folded = re.sub(_SUIT_FIRST, lambda found: f" {_rank(found[2])}{_SUITS[found[1]]} ", folded)
    folded = re.sub(_RANK_FIRST, lambda found: f" {_rank(found[1])}{_SUITS[found[2]]} ", folded)
    known = {_JOKER: "X"} | _COMMON | dict(words)
    listed = re.compile("|".join(sorted(map(re.escape, known), key=len, reverse=True)))
    folded = listed.sub(lambda found: f" {known[found[0]]} ", folded)
    return " ".join(re.sub(_PARTICLES, " ", folded).split())


def _rank(word: str) -> str:
    return _RANKS.get(word, word)
