"""pycocoevalcap from process start to result, for bench/metrics.ts: tokenization, BLEU, ROUGE-L, CIDEr, METEOR. usage: metrics-original.py items.jsonl"""
import contextlib
import json
import sys

from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.meteor.meteor import Meteor
from pycocoevalcap.rouge.rouge import Rouge
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

items = [json.loads(line) for line in open(sys.argv[1], encoding="utf8")]
with contextlib.redirect_stdout(sys.stderr):
    tokenizer = PTBTokenizer()
    references = tokenizer.tokenize({i: [{"caption": r} for r in item["references"]] for i, item in enumerate(items)})
    candidates = tokenizer.tokenize({i: [{"caption": item["prediction"]}] for i, item in enumerate(items)})
    scores = [scorer.compute_score(references, candidates)[0] for scorer in (Bleu(4), Rouge(), Cider(), Meteor())]
bleu, rouge, cider, meteor = scores
print(json.dumps({**{f"bleu{i + 1}": b for i, b in enumerate(bleu)}, "rougeLCoco": float(rouge), "cider": float(cider), "meteor": meteor}))
