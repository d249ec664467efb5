"""What cannot be built from sentences alone, and what other languages sound like."""

from __future__ import annotations

from beliefs.spec.understanding.tokens import Token

# What words ask for that no program in the effect language does.
OUT_OF_REACH: dict[str, str] = {
    **dict.fromkeys(
        (
            *("ai", "ml", "neural", "llm", "gpt", "chatbot", "predict", "prediction", "forecast"),
            *("recommend", "recommendation", "recommender", "classify", "classifier", "sentiment"),
            *("recognise", "recognize", "recognition", "detect", "detection", "transcribe"),
            *("translate", "translation", "summarise", "summarize", "intelligent", "smart"),
            *("train", "learning", "embedding", "semantic", "similarity", "probably"),
        ),
        "It needs a trained model; say how the answer follows from the stored data instead.",
    ),
    **dict.fromkeys(
        (
            *("game", "chess", "sudoku", "tetris", "minesweeper", "tic-tac-toe", "multiplayer"),
            *("snake", "poker", "blackjack", "wordle", "hangman", "rpg", "platformer", "3d"),
        ),
        "The rules of a game are nowhere in the goal; name each request and what it does.",
    ),
    **dict.fromkeys(
        (
            *("optimise", "optimize", "optimal", "optimizer", "solver", "solve", "simulate"),
            *("simulation", "simulator", "algorithm", "compiler", "interpreter", "route-planning"),
            *("shortest", "matching", "scheduling", "scheduler", "routing", "plagiarism"),
            *("blockchain", "consensus", "cryptocurrency", "trading", "arbitrage", "compress"),
        ),
        "It needs an algorithm of its own; give the formula, or an example of each case.",
    ),
    **dict.fromkeys(
        (
            *("scrape", "scraper", "crawl", "crawler", "spotify", "twitter", "stripe", "paypal"),
            *(
                "google",
                "youtube",
                "slack",
                "telegram",
                "whatsapp",
                "openai",
                "github",
                "instagram",
            ),
        ),
        "It needs another service that cannot be reached from here.",
    ),
    **dict.fromkeys(
        (
            *("iphone", "ipad", "apple-watch", "driver-update", "operating-system"),
            *("mobile", "ios", "android", "react", "vue", "angular", "frontend", "gui", "desktop"),
            *("animation", "dashboard-ui", "unity", "browser-extension", "kernel", "firmware"),
        ),
        "It is no HTTP service; only services are built so far.",
    ),
    **dict.fromkeys(
        (
            "cli",
            "command-line",
            "script",
            "terminal",
            "click",
            "argparse",
            "stdin",
            "stdout",
            "mcp",
        ),
        "It is a program for the command line; only HTTP services are built so far.",
    ),
    **dict.fromkeys(
        ("video", "livestream", "streaming", "stream", "webrtc", "voice", "audio", "ocr"),
        "Sound and moving pictures are out of reach.",
    ),
}

# Of these, those that may also be things to keep, or fields: a list of games, a mobile number.
AMBIGUOUS = frozenset(
    [
        "game",
        "video",
        "audio",
        "voice",
        "stream",
        "train",
        "smart",
        "script",
        "click",
        "translation",
        "prediction",
        "forecast",
        "terminal",
        "simulation",
        "recommendation",
        "mobile",
        "desktop",
        "learning",
        "matching",
        "snake",
        "poker",
        "google",
        "youtube",
        "github",
        "twitter",
        "instagram",
        "slack",
        "telegram",
        "whatsapp",
        "algorithm",
        "react",
        "gui",
        "animation",
    ]
)


def out_of_reach(tokens: tuple[Token, ...], at: int) -> str:
    """Why the word at a place asks for what cannot be built; nothing when it does not."""
    following = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if tokens[at].low == "command" and following in {"line", ":"}:
        return OUT_OF_REACH["cli"]
    if tokens[at].low == "operating" and following == "system":
        return OUT_OF_REACH["operating-system"]
    if tokens[at].low in {"print", "prints"}:  # a service answers, and may print on paper
        on_paper = any(each.low == "pdf" or each.sort in {"path", "method"} for each in tokens)
        return "" if on_paper else OUT_OF_REACH["cli"]
    if tokens[at].low == "classified" and following in {"ad", "ads"}:
        return ""
    if tokens[at].text == "ml":  # of water
        return ""
    if "click" in tokens[at].forms and tokens[at].text != "Click":
        return ""
    if tokens[at].low == "script" and at > 0 and tokens[at - 1].text == "<":  # of a page
        return ""
    return next(
        (OUT_OF_REACH[each] for each in sorted(tokens[at].forms) if each in OUT_OF_REACH), ""
    )


# Small words by which a language is known.
_LANGUAGES: dict[str, frozenset[str]] = {
    "German": frozenset(
        [
            "der",
            "die",
            "das",
            "und",
            "mit",
            "für",
            "eine",
            "einen",
            "einem",
            "einer",
            "ein",
            "ist",
            "nicht",
            "auf",
            "zu",
            "den",
            "dem",
            "im",
            "von",
            "wird",
            "soll",
            "sollen",
            "erstelle",
            "baue",
            "schreibe",
            "bitte",
            "oder",
            "auch",
            "als",
            "werden",
            "kann",
            "alle",
            "über",
        ]
    ),
    "French": frozenset(
        [
            "le",
            "la",
            "les",
            "des",
            "une",
            "et",
            "avec",
            "pour",
            "dans",
            "est",
            "sur",
            "qui",
            "que",
            "du",
            "au",
            "aux",
            "créer",
            "construis",
            "écris",
            "je",
            "veux",
            "un",
            "en",
            "ou",
            "pas",
            "tous",
            "être",
        ]
    ),
    "Spanish": frozenset(
        [
            "el",
            "la",
            "los",
            "las",
            "una",
            "y",
            "con",
            "para",
            "en",
            "es",
            "que",
            "del",
            "por",
            "crear",
            "construye",
            "escribe",
            "un",
            "se",
            "todos",
            "quiero",
            "debe",
            "al",
            "como",
            "usuarios",
        ]
    ),
    "Italian": frozenset(
        [
            "il",
            "lo",
            "gli",
            "una",
            "e",
            "con",
            "per",
            "nel",
            "è",
            "che",
            "del",
            "della",
            "crea",
            "costruisci",
            "scrivi",
            "un",
            "di",
            "voglio",
            "tutti",
            "utenti",
            "deve",
        ]
    ),
    "Portuguese": frozenset(
        [
            "o",
            "os",
            "as",
            "uma",
            "e",
            "com",
            "para",
            "em",
            "é",
            "que",
            "do",
            "da",
            "criar",
            "construa",
            "escreva",
            "um",
            "não",
            "todos",
            "quero",
            "deve",
            "usuários",
        ]
    ),
    "Dutch": frozenset(
        [
            "de",
            "het",
            "een",
            "en",
            "met",
            "voor",
            "van",
            "is",
            "niet",
            "op",
            "te",
            "den",
            "maak",
            "bouw",
            "schrijf",
            "ik",
            "wil",
            "alle",
            "moet",
            "gebruikers",
            "worden",
        ]
    ),
}
_ENGLISH = frozenset(
    [
        "the",
        "a",
        "an",
        "and",
        "with",
        "for",
        "of",
        "to",
        "in",
        "is",
        "are",
        "that",
        "by",
        "at",
        "on",
        "as",
        "or",
        "from",
        "each",
        "all",
        "it",
        "be",
        "can",
        "not",
        "when",
        "i",
        "want",
        "build",
        "create",
        "make",
        "must",
        "should",
        "have",
        "has",
        "gives",
        "returns",
        "takes",
    ]
)
_FEW = 3
# Of a short goal two words are enough, if no English goal would have them.
_SHORT = 2
_AMBIGUOUS = frozenset(
    ["as", "do", "is", "per", "den", "van", "e", "o", "y", "la", "el", "del", "en"]
)


def other_language(tokens: tuple[Token, ...]) -> str:
    """The language of a goal that is not English; nothing when it is, or when it is too short.

    >>> from beliefs.spec.understanding.tokens import tokens
    >>> other_language(tokens("Baue eine API mit FastAPI für Notizen und Kontakte"))
    'German'
    >>> other_language(tokens("Ein Dienst für Notizen"))
    'German'
    """
    words = [each.low for each in tokens if each.sort == "word"]
    letters = [each for word in words for each in word]
    if letters and sum(each > "ɏ" for each in letters) > len(letters) / 3:
        return "another script than the Latin one"
    english = sum(each in _ENGLISH for each in words)
    counts = {name: sum(each in small for each in words) for name, small in _LANGUAGES.items()}
    name = max(counts, key=lambda each: counts[each])
    if counts[name] >= _FEW and counts[name] > 2 * english:
        return name
    plain = sum(each in _LANGUAGES[name] - _AMBIGUOUS for each in words)
    return name if plain >= _SHORT and not english and 3 * plain >= len(words) else ""
