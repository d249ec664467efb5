"""The words in what hosts pass around: texts, content blocks, and the structures tools return."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def words(value: object) -> str:
    r"""Return the texts in a value, one per line; a value without any has no words.

    >>> words({"stdout": "The cache is warm.", "stderr": "", "interrupted": False})
    'The cache is warm.'
    >>> words([{"type": "text", "text": "It is warm."}, {"type": "image", "data": "iVBO"}, "Yes."])
    'It is warm.\nYes.'
    """
    return "\n".join(_texts(value))


def _texts(value: object) -> Iterable[str]:
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, Mapping):
        return _texts_of_mapping(value)
    if isinstance(value, list | tuple):
        return [text for one in value for text in _texts(one)]
    if hasattr(value, "model_dump"):  # pydantic
        return _texts(value.model_dump(mode="json"))
    return []


def _texts_of_mapping(value: Mapping[object, object]) -> Iterable[str]:
    if isinstance(value.get("type"), str):  # a content block; what is not text in it is no words
        inner = value.get("text", value.get("content"))
        return _texts(inner)
    return [text for one in value.values() for text in _texts(one)]
