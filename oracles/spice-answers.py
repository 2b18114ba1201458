"""SPICE 1.0 on answers of two sentences, made of our own references, captions and facts.

    oracles/setup.sh spice
    .oracles/venv/bin/python oracles/spice-answers.py .oracles > test/golden/spice-answers.json
"""
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import pycocoevalcap.spice as package

random.seed(28)
corpus = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "corpus")
with open(f"{corpus}/captions/references.jsonl", encoding="utf8") as f:
    scenes = [row["scene"] for row in map(json.loads, f) if len(row["scene"]) >= 3]
with open(f"{corpus}/qa/facts.jsonl", encoding="utf8") as f:
    facts = [json.loads(line)["text"] for line in f]
PRONOUNS = [(r"^(A|The|An old|A young) (man|boy|farmer|father|fisherman|waiter)\b", "He"), (r"^(A|The|An old|A young) (woman|girl|mother|nurse)\b", "She"),
            (r"^(The|Our|My) (dog|cat|horse|baby)\b", "It"), (r"^(The|Two|Three|Some) (children|boys|girls|people|dogs|friends)\b", "They")]


def with_pronoun(text):
    """The same sentence with a pronoun for its subject, where it begins with a noun of the list."""
    for pattern, pronoun in PRONOUNS:
        if re.search(pattern, text):
            return re.sub(pattern, pronoun, text)
    return text


def overlap(a, b):
    one, two = set(a.lower().rstrip(".").split()), set(b.lower().rstrip(".").split())
    return len(one & two) / len(one | two)


def scene_item():
    first, second = random.sample(scenes, 2)
    one, two = random.sample(first, 3), random.sample(second, 3)
    change = with_pronoun if random.random() < 0.5 else str
    candidate, *references = [f"{a} {change(b)}" for a, b in zip(one, two)]
    return {"kind": "scenes", "candidate": candidate, "references": references}


def fact_item():
    """Statements about different things that are worded alike, as in SituatedGen; the candidate shares one with its reference."""
    shared = random.choice(facts)
    near = sorted((fact for fact in random.sample(facts, 300) if fact != shared), key=lambda fact: -overlap(shared, fact))[:2]
    return {"kind": "facts", "candidate": f"{shared} {near[0]}", "references": [f"{shared} {near[1]}"]}


items = [scene_item() for _ in range(200)] + [fact_item() for _ in range(120)]
home = os.path.dirname(package.__file__)
oracles = os.path.abspath(sys.argv[1])
jars = ":".join([f"{home}/spice-1.0.jar", *glob.glob(f"{home}/lib/*.jar"), *glob.glob(f"{oracles}/corenlp/*.jar"), *glob.glob(f"{oracles}/nashorn/*.jar")])
work = tempfile.mkdtemp()
# The scorer is handed coco tokens, as pycocoevalcap does.
texts = [text for item in items for text in [item["candidate"], *item["references"]]]
tokens = subprocess.run(["java", "-cp", jars, "edu.stanford.nlp.process.PTBTokenizer", "-preserveLines", "-lowerCase"], input="\n".join(texts),
                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf8", check=True).stdout.rstrip("\n").split("\n")
PUNCTUATION = {"''", "'", "``", "`", "-lrb-", "-rrb-", "-lcb-", "-rcb-", ".", "?", "!", ",", ":", "-", "--", "...", ";"}
words = iter(" ".join(word for word in line.split(" ") if word not in PUNCTUATION) for line in tokens)
rows = [{"image_id": i, "test": next(words), "refs": [next(words) for _ in item["references"]]} for i, item in enumerate(items)]
with open(f"{work}/in.json", "w", encoding="utf8") as f:
    json.dump(rows, f)
subprocess.check_call(["java", "-Xmx8G", "-cp", jars, "edu.anu.spice.SpiceScorer", f"{work}/in.json", "-out", f"{work}/out.json",
                       "-subset", "-detailed", "-silent"], cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
with open(f"{work}/out.json", encoding="utf8") as f:
    for item, result in zip(items, json.load(f)):
        item["f"] = result["scores"]["All"]["f"]
        item["candidateTuples"] = [tuple_["tuple"] for tuple_ in result["test_tuples"]]
json.dump({
    "oracle": "SPICE 1.0 with CoreNLP 3.6.0",
    "version": "pycocoevalcap's spice-1.0.jar, stanford-corenlp 3.6.0",
    "command": ".oracles/venv/bin/python oracles/spice-answers.py .oracles > test/golden/spice-answers.json",
    "tolerance": 0.35,
    "items": items,
}, sys.stdout, ensure_ascii=False, separators=(",", ":"))
