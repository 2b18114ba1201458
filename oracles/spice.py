"""SPICE 1.0 and the CoreNLP 3.6 parses it reads, on sentences of our own.

    oracles/setup.sh spice      # pycocoevalcap with SPICE's jar, CoreNLP 3.6.0, a script engine for Java 15+
    .oracles/venv/bin/python oracles/spice.py .oracles > test/golden/spice.json
"""
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

import pycocoevalcap.spice as package

random.seed(17)
PEOPLE = ["a man", "the old woman", "two kids", "a young girl", "the players", "my brother and his friend", "a group of people",
          "three tall boys", "someone", "a chef in a white hat", "a lot of students", "the man with the beard", "she", "they",
          "a couple of tourists", "some of the workers", "one of the dogs", "a brown and white dog", "the soccer player", "i"]
DOES = [("rides a horse", "riding a horse"), ("plays the guitar", "playing the guitar"), ("sits on a wooden bench", "sitting on a wooden bench"),
        ("picks up the red ball", "picking up the red ball"), ("looks at his phone", "looking at his phone"),
        ("pours milk into a tall glass", "pouring milk into a tall glass"), ("is happy", "being happy"), ("smiles", "smiling"),
        ("throws a frisbee to her dog", "throwing a frisbee to her dog"), ("stands in front of the house", "standing in front of the house"),
        ("wears a big blue coat", "wearing a big blue coat"), ("cuts the bread with a sharp knife", "cutting the bread with a sharp knife"),
        ("runs out of the store", "running out of the store"), ("gives the child an apple", "giving the child an apple"),
        ("wants to swim in the lake", "wanting to swim in the lake"), ("takes off its shoes", "taking off its shoes"),
        ("walks to and from the station", "walking to and from the station"), ("is a teacher", "being a teacher"),
        ("holds two cups and three plates", "holding two cups and three plates"), ("is on top of a hill", "being on top of a hill")]
PLACES = ["", "", "in the park", "on the beach near the sea", "at night", "next to a parked car", "behind the old brick wall",
          "during the football game", "with a lot of friends", "across from the train station", "in the kitchen and in the garden"]
PASSIVES = ["the ball was kicked by the boy", "a cake is eaten by two hungry children", "the letters were written and sent by my sister",
            "the car is parked in front of the shop", "a picture of a mountain was painted on the wall"]
ODD = ["", "dog", "the", "running", "dogs dogs dogs dogs", "a b c d", "12 34", "two", "there are two t-shirts on the well-known line",
       "visit www.example.org now", "he said \"stop\" and left", "it's john's dog, isn't it?", "they don't can't won't move", "🙂 a smiling face 🙂",
       "naïve café owners", "hello! how are you? fine.", "(a man) [a dog] {a cat}", "the man; the dog: the cat - the bird", "5 of them left",
       "all of the big red apples fell", "a pair of shoes", "lots of people", "number 5", "his is hers", "who is the man that you saw",
       "the man who is wearing a hat is eating an apple that fell from the tree", "there is nothing here", "run", "please sit down", "a man a plan a canal",
       " ".join(["the boy and the girl walk to the house and then"] * 6), "a $5 cup of tea costs 3.50 dollars at 10:30 a.m.", "u.s. soldiers march"]


def sentence():
    kind = random.random()
    who, (verb, doing), place = random.choice(PEOPLE), random.choice(DOES), random.choice(PLACES)
    if kind < 0.45:
        text = f"{who} {verb} {place}"
    elif kind < 0.6:
        text = f"{who} {doing} {place}"
    elif kind < 0.7:
        text = f"{who} {verb} while {random.choice(PEOPLE)} {random.choice(DOES)[0]}"
    elif kind < 0.8:
        text = f"{who} {verb} and {random.choice(DOES)[0]} {place}"
    elif kind < 0.9:
        text = f"{random.choice(PASSIVES)} {place}"
    else:
        text = f"there is {random.choice(PEOPLE[:6])} {doing} {place}"
    return " ".join(text.split()).capitalize() + random.choice([".", "", "!"])


home = os.path.dirname(package.__file__)
oracles = os.path.abspath(sys.argv[1])
jars = ":".join([f"{home}/spice-1.0.jar", *glob.glob(f"{home}/lib/*.jar"), *glob.glob(f"{oracles}/corenlp/*.jar"), *glob.glob(f"{oracles}/nashorn/*.jar")])
pool = list(dict.fromkeys([sentence() for _ in range(330)] + ODD))
work = tempfile.mkdtemp()
here = os.path.dirname(os.path.abspath(__file__))
subprocess.check_call(["javac", "-nowarn", "-Xlint:none", "-cp", jars, "-d", work, f"{here}/spice/ParseCaptions.java"], stderr=subprocess.DEVNULL)
run = subprocess.run(["java", "-Xmx4G", "-cp", f"{work}:{jars}", "edu.anu.spice.ParseCaptions"], input="\n".join(pool) + "\n",
                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf8", check=True)
parses = [json.loads(line) for line in run.stdout.splitlines()]
assert len(parses) == len(pool)
texts = [parse["text"] for parse in parses]
items = [{"candidate": text, "references": random.sample(texts, random.choice([1, 2, 3]))} for text in texts]
for item in items[::11]:
    item["references"].append(item["candidate"])
with open(f"{work}/in.json", "w", encoding="utf8") as f:
    json.dump([{"image_id": i, "test": x["candidate"], "refs": x["references"]} for i, x in enumerate(items)], f)
subprocess.check_call(["java", "-Xmx8G", "-cp", jars, "edu.anu.spice.SpiceScorer", f"{work}/in.json", "-out", f"{work}/out.json",
                       "-subset", "-detailed", "-silent"], cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
for item, result in zip(items, json.load(open(f"{work}/out.json", encoding="utf8"))):
    item["scores"] = {name: {key: part[key] for key in ("tp", "fp", "fn", "f")} for name, part in result["scores"].items()}
json.dump({
    "oracle": "SPICE 1.0 with CoreNLP 3.6.0",
    "version": "pycocoevalcap's spice-1.0.jar, stanford-corenlp 3.6.0",
    "command": ".oracles/venv/bin/python oracles/spice.py .oracles > test/golden/spice.json",
    "tolerance": 1e-9,
    "sentences": [{"raw": raw, **parse} for raw, parse in zip(pool, parses)],
    "items": items,
}, sys.stdout, ensure_ascii=False, separators=(",", ":"))
