"""The language of the house, for the page."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from battlemat.kernel.words import spoken

router = APIRouter(prefix="/api", tags=["words"])


class Words(BaseModel):
    """Sentences by their English text, and what stands around each."""

    language: str
    sentences: dict[str, str]
    marks: tuple[str, str]


@router.get("/words")
def words() -> Words:
    """What this house says instead of the English sentences; none where it speaks English."""
    found = spoken()
    # A language of marks is no language that a browser counts in.
    language = found.language if found.sentences else "en"
    return Words(language=language, sentences=dict(found.sentences), marks=found.marks)
