"""Modified Kneser–Ney by KenLM's lmplz, asked with its query, on sentences of our own.

KenLM's source is the sdist `kenlm` on PyPI; lmplz and query need cmake and Boost (program_options, system, thread):

    pip download --no-deps --no-binary kenlm kenlm==0.3.0 && tar xzf kenlm-0.3.0.tar.gz
    cmake -S kenlm-0.3.0 -B kenlm-0.3.0/build && make -C kenlm-0.3.0/build lmplz query
    python oracles/ngrams.py kenlm-0.3.0/build/bin > test/golden/ngrams.json
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BIN = Path(sys.argv[1])
CAPTIONS = Path(__file__).parent.parent / "corpus" / "captions"


def tokens(text):
    return " ".join(re.findall(r"[a-z]+|[^\sa-z]", text.lower()))


def discounts(log, order):
    """D1, D2 and D3+ of each order, as lmplz says them."""
    found = re.findall(r"^\d+ \d+ D1=(\S+) D2=(\S+) D3\+=(\S+)$", log, re.M)
    assert len(found) == order, log
    return [[float(value) for value in row] for row in found]


def run(sentences, asked, order, options=()):
    with tempfile.TemporaryDirectory() as folder:
        arpa = Path(folder) / "model.arpa"
        text = "".join(f"{sentence}\n" for sentence in sentences)
        command = [BIN / "lmplz", "-o", str(order), "-S", "200M", "-T", folder, "--arpa", arpa, *options]
        trained = subprocess.run(command, input=text, text=True, capture_output=True)
        if trained.returncode:
            return None
        command = [BIN / "query", "-v", "word", arpa]
        answer = subprocess.run(command, input="".join(f"{sentence}\n" for sentence in asked), text=True, capture_output=True, check=True).stdout
    values = iter(float(part.rsplit(" ", 1)[1]) for part in answer.split("\t") if "=" in part)
    log10 = [[next(values) for _ in range(len(sentence.split()) + 1)] for sentence in asked]
    assert next(values, None) is None
    return {"order": order, "discounts": discounts(trained.stderr, order), "log10": log10}


def case(name, sentences, asked, orders):
    """lmplz refuses a text that is too small for its discounts unless it is told to fall back, and its own symbols unless it is told to skip them."""
    models = [run(sentences, asked, order) or run(sentences, asked, order, ["--discount_fallback", "--skip_symbols"]) for order in orders]
    return {"name": name, "sentences": sentences, "asked": asked, "models": models}


captions = [tokens(line) for line in (CAPTIONS / "captions.txt").read_text().splitlines() if line][:700]
scenes = [tokens(json.loads(line)["scene"][0]) for line in (Path(__file__).parent / "written-references.jsonl").read_text().splitlines() if line]
held_out = [scene for scene in scenes if scene not in captions][:40]
odd = ["", "the", "zyx", "zyx the dog zyx zyx runs .", captions[0], "a a a a a a a", "the dog zyx . ."]
TINY = [
    "the dog runs in the park",
    "the dog sleeps",
    "a cat sleeps in the sun",
    "",
    "the cat runs",
    "a dog and a cat play in the park",
    "the man walks the dog in the park",
    "a man runs",
    "a man runs",
]
# The last new word stands twice after the same words.
TWICE = [*captions[:300], "a boy eats a ripe persimmon .", "a girl eats a ripe persimmon .", "a girl eats a ripe persimmon slowly ."]

print(json.dumps({
    "oracle": "KenLM: lmplz and query",
    "version": "kenlm 0.3.0",
    "command": "python oracles/ngrams.py kenlm-0.3.0/build/bin > test/golden/ngrams.json",
    "tolerance": 1e-5,
    "cases": [
        case("captions", captions, held_out + odd, [2, 3, 5]),
        case("a tiny text", TINY, ["the dog runs in the sun", "a cat", "", "zyx runs in zyx"], [2, 3, 5]),
        case("a text with symbols", [*TINY, "<s> the <unk> dog sleeps </s> .", "</s>"], ["the dog sleeps .", "<unk> dog"], [3]),
        case("a last new word that comes again", TWICE, ["a girl eats a ripe persimmon .", "the boy eats a persimmon ."], [2, 3, 5]),
    ],
}))
