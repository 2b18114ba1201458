"""Everything that the original caption metrics say of our own sentences: tokens, BLEU, ROUGE, CIDEr, METEOR with its statistics.

    oracles/setup.sh        (and Java on the path)
    .oracles/venv/bin/python oracles/captions.py > test/golden/captions.json

The items are oracles/odd-cases.jsonl and the references of oracles/written-references.jsonl: each one is the candidate once, some with words dropped,
moved and repeated, and the others of its concept-set are its references. METEOR runs with three matchers, and with a fourth one over the
small paraphrase table of oracles/paraphrases.txt.
"""
import contextlib
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile

import pycocoevalcap
from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.rouge.rouge import Rouge
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
from rouge_score.rouge_scorer import RougeScorer

HERE = os.path.dirname(os.path.abspath(__file__))
JAR = os.path.join(list(pycocoevalcap.__path__)[0], "meteor", "meteor-1.5.jar")
chance = random.Random(5)


def read(*path):
    with open(os.path.join(HERE, *path), encoding="utf8") as file:
        return [json.loads(line) for line in file]


def disturb(text):
    words = text.split(" ")
    for _ in range(chance.randrange(4)):
        place = chance.randrange(len(words))
        kind = chance.randrange(3)
        if kind == 0 and len(words) > 2:
            del words[place]
        elif kind == 1:
            words.insert(chance.randrange(len(words)), words[place])
        else:
            words = words[place:] + words[:place]
    return " ".join(words)


def items():
    yield from read("odd-cases.jsonl")
    for row in read("written-references.jsonl"):
        for i, scene in enumerate(row["scene"]):
            others = row["scene"][:i] + row["scene"][i + 1:]
            if others:
                yield {"candidate": disturb(scene), "references": others}


def meteor(candidates, references, *options):
    """Statistics lines, scores and the corpus score, as pycocoevalcap talks to the jar."""
    command = ["java", "-Xmx2G", "-jar", JAR, "-", "-", "-stdio", "-l", "en", "-norm", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf8") as jar:
        def ask(line):
            jar.stdin.write(line + "\n")
            jar.stdin.flush()
            return jar.stdout.readline().strip()

        lines = [ask(" ||| ".join(["SCORE", *references[i], candidates[i][0].replace("|||", "").replace("  ", " ")])) for i in candidates]
        scores = [float(ask("EVAL ||| " + " ||| ".join(lines)))] + [float(jar.stdout.readline()) for _ in lines[1:]]
        corpus = float(jar.stdout.readline())
        jar.stdin.close()
    return {"corpus": corpus, "scores": scores, "statistics": lines}


def rouge_scores(item, scorer, suffix):
    scores = [scorer.score(reference, item["candidate"]) for reference in item["references"]]
    row = {}
    for name in ["rouge1", "rouge2", "rougeL"]:
        f = [score[name].fmeasure for score in scores]
        row[name + suffix], row[name + suffix + "Mean"] = max(f), sum(f) / len(f)
    return row


rows = list(items())
with contextlib.redirect_stdout(sys.stderr):
    tokenizer = PTBTokenizer()
    references = tokenizer.tokenize({i: [{"caption": r} for r in row["references"]] for i, row in enumerate(rows)})
    candidates = tokenizer.tokenize({i: [{"caption": row["candidate"]}] for i, row in enumerate(rows)})
    bleu, bleu_items = Bleu(4).compute_score(references, candidates)
    rouge, rouge_items = Rouge().compute_score(references, candidates)
    cider, cider_items = Cider().compute_score(references, candidates)
three = meteor(candidates, references, "-m", "exact stem synonym", "-w", "1.0 0.6 0.8")
with tempfile.NamedTemporaryFile(suffix=".gz") as table:
    with open(os.path.join(HERE, "paraphrases.txt"), "rb") as source:
        table.write(gzip.compress(source.read()))
    table.flush()
    four = meteor(candidates, references, "-a", table.name)

plain, stemmed = (RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=stem) for stem in (False, True))
out = []
for i, row in enumerate(rows):
    out.append({
        **row,
        "tokens": {"candidate": candidates[i][0], "references": references[i]},
        "scores": {
            **{f"bleu{n + 1}": float(bleu_items[n][i]) for n in range(4)},
            "rougeLCoco": float(rouge_items[i]),
            "cider": float(cider_items[i]),
            "meteor": three["scores"][i],
            **rouge_scores(row, plain, ""),
            **rouge_scores(row, stemmed, "Stem"),
        },
        "meteor": three["statistics"][i],
        "meteorParaphrases": four["statistics"][i],
    })
print(json.dumps({
    "oracle": "pycocoevalcap, its METEOR 1.5 jar, rouge-score",
    "version": "pycocoevalcap 1.2, METEOR 1.5, rouge-score 0.1.2",
    "command": "python oracles/captions.py > test/golden/captions.json",
    "tolerance": 1e-9,
    "corpus": {**{f"bleu{n + 1}": float(bleu[n]) for n in range(4)}, "rougeLCoco": float(rouge), "cider": float(cider), "meteor": three["corpus"], "meteorParaphrases": four["corpus"]},
    "items": out,
}, ensure_ascii=False, indent=None, separators=(",", ":")).replace('{"candidate"', '\n{"candidate"'))
