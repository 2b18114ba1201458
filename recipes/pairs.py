"""Training pairs (source text, target texts) from CommonGen's files, SituatedGen's training files and TG-CSR's folders."""

import gzip
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]|_")
SPECIAL = ["<pad>", "<s>", "</s>", "<unk>"]
PAD, START, END, UNKNOWN = range(4)


class BadInput(Exception):
    """Wrong input: one line on standard error, exit code 2."""


def stop_on_bad_input(main):
    try:
        main()
    except BadInput as error:
        print(error, file=sys.stderr)
        sys.exit(2)


@dataclass
class Pair:
    id: str
    source: str
    targets: list


def read_lines(path):
    path = Path(path)
    if not path.is_file():
        raise BadInput(f"{path}: no such file")
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")
    with opened as lines:
        try:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, json.loads(line)
        except (json.JSONDecodeError, UnicodeDecodeError, gzip.BadGzipFile) as error:
            raise BadInput(f"{path}: not JSON Lines ({error})") from None


def read_pairs(path, both_orders=False):
    """Rows of CommonGen (`concept_set`, `scene`), SituatedGen (`keywords`, `statements`), TG-CSR (`theme`, `question`, `answer`, `label`) or of a
    training file (`inputBart` or `input`, `target`).

    With both_orders the two sentences of SituatedGen are a target in either order (Zhang and Wan 2023, section 6)."""
    pairs, empty = [], []
    for number, row in read_lines(path):
        if not isinstance(row, dict):
            raise BadInput(f"{path}, line {number}: expected an object")
        if isinstance(row.get("concept_set"), str) and isinstance(row.get("scene"), list):
            pair = Pair(str(len(pairs)), row["concept_set"].replace("#", " "), row["scene"])
        elif isinstance(row.get("keywords"), list) and isinstance(row.get("statements"), list) and len(row["statements"]) == 2:
            first, second = row["statements"]
            targets = [f"{first} {second}", *([f"{second} {first}"] if both_orders else [])] if first and second else [""]
            pair = Pair("|".join(row.get("ids", [str(len(pairs))])), ", ".join(row["keywords"]), targets)
        elif all(isinstance(row.get(key), str) for key in ("theme", "question", "answer", "label")):
            pair = Pair(str(row.get("id", len(pairs))), yes_no_prompt(row), [row["label"]])
        elif isinstance(row.get("target"), str) and isinstance(row.get("inputBart", row.get("input")), str):
            pair = Pair(str(row.get("id", len(pairs))), row.get("inputBart", row.get("input")), [row["target"]])
        else:
            raise BadInput(f"{path}, line {number}: expected the fields concept_set and scene, keywords and statements, theme, question, answer and label, or input and target")
        if not pair.source.strip() or not pair.targets or not all(isinstance(text, str) and text.strip() for text in pair.targets):
            empty.append(number)
        pairs.append(pair)
    if not pairs:
        raise BadInput(f"{path}: no rows")
    if empty:
        shown = ", ".join(str(number) for number in empty[:5])
        raise BadInput(f"{path}: {len(empty)} rows with an empty input or target (lines {shown}{', …' if len(empty) > 5 else ''})")
    return pairs


def yes_no_prompt(row):
    """TG-CSR's prompt `boolean`, word for word: the classifier must see in training what it is asked later."""
    return f'{row["theme"]} Someone asks: "{row["question"]}" Is "{row["answer"]}" a plausible answer? Yes or no?'


def split_words(text, lowercase, spaces=False):
    """Words and punctuation marks; with spaces what white space divides, as OpenNMT-py reads it."""
    text = text.lower() if lowercase else text
    return text.split() if spaces else WORD.findall(text)


class Vocabulary:
    """Words by frequency. Words outside have ids from `len(vocabulary)` on, so that they can be copied."""

    def __init__(self, words, lowercase, spaces=False):
        self.words, self.lowercase, self.spaces = list(words), lowercase, spaces
        self.ids = {word: place for place, word in enumerate(self.words)}
        self.outside = {}

    @classmethod
    def learn(cls, pairs, lowercase, least, inputs=False, spaces=False):
        """Words of the targets that come `least` times; with inputs those of the inputs count as often as they come."""
        counts = Counter()
        for pair in pairs:
            for text in [*pair.targets, *([pair.source] if inputs else [])]:
                counts.update(split_words(text, lowercase, spaces))
        for word in {word for pair in pairs for word in split_words(pair.source, lowercase, spaces)}:
            counts[word] += 1
        kept = sorted((word for word, count in counts.items() if count >= least), key=lambda word: (-counts[word], word))
        return cls(SPECIAL + kept, lowercase, spaces)

    def __len__(self):
        return len(self.words)

    def split(self, text):
        return split_words(text, self.lowercase, self.spaces)

    def encode(self, text):
        return [self.id_of(word) for word in self.split(text)]

    def id_of(self, word):
        known = self.ids.get(word)
        return self.outside.setdefault(word, len(self.words) + len(self.outside)) if known is None else known

    def decode(self, ids, source_words=()):
        """Ids from `len(vocabulary)` on are places of the source here."""
        return " ".join(self.words[i] if i < len(self.words) else source_words[i - len(self.words)] for i in ids)
