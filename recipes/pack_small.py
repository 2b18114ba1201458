"""Packs a trained MeanPooling-CopyNet into one int8 file for `--model small:NAME`, and writes what PyTorch says of it, for the test of equal tokens.

    python recipes/pack_small.py --run my-model --out packages/sensebench/weights/small/commongen.safetensors --check check.json
"""

import argparse
import json
from pathlib import Path

import torch
from safetensors.torch import save_file

from copynet import CopyNet, search
from pairs import BadInput, Vocabulary, stop_on_bad_input


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True, help="a run of train_copynet.py --kind mean")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--check", type=Path, help="write PyTorch's greedy texts of the concepts in --concepts")
    parser.add_argument("--concepts", nargs="*", default=["dog catch frisbee", "bread oven bake", "cat sleep couch", "zebu graze meadow"])
    return parser.parse_args()


NAMES = {"cells.{}.weight_ih_l0": "cells.{}.ih.weight", "cells.{}.weight_hh_l0": "cells.{}.hh.weight", "cells.{}.bias_ih_l0": "cells.{}.ih.bias", "cells.{}.bias_hh_l0": "cells.{}.hh.bias"}


def main():
    options = parse_arguments()
    for path in (options.run / "best.pt", options.run / "onnx" / "vocabulary.json"):
        if not path.is_file():
            raise BadInput(f"{path}: no such file")
    words = json.loads((options.run / "onnx" / "vocabulary.json").read_text(encoding="utf-8"))
    state = torch.load(options.run / "best.pt", weights_only=True)
    if "begin.weight" not in state:
        raise BadInput(f"{options.run}: expected a run of train_copynet.py --kind mean")
    size = state["embed.weight"].shape[1]
    layers = state["begin.weight"].shape[0] // (2 * size)
    renamed = {old.format(i): new.format(i) for i in range(layers) for old, new in NAMES.items()}
    packed = {}
    for name, value in state.items():
        if value.dim() == 1:
            packed[renamed.get(name, name)] = value.contiguous()
            continue
        scale = value.abs().amax(1).clamp(min=1e-8) / 127
        rounded = (value / scale.unsqueeze(1)).round().clamp(-127, 127)
        packed[renamed.get(name, name)] = rounded.to(torch.int8).contiguous()
        packed[renamed.get(name, name).replace(".weight", ".scale")] = scale.contiguous()
        state[name] = rounded * scale.unsqueeze(1)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    save_file(packed, options.out, metadata={"kind": "mean", "words": "\n".join(words), "layers": str(layers)})
    if options.check:
        model = CopyNet("mean", len(words), size=size, layers=layers, frequent=state["output.head.weight"].shape[0] - 1)
        model.load_state_dict(state)
        vocabulary = Vocabulary(words, lowercase=True)
        greedy = {text: vocabulary.decode(search(model, [vocabulary.encode(text)], beams=1)[0], text.split()) for text in options.concepts}
        made = {"oracle": "recipes/pack_small.py", "version": f"torch {torch.__version__.split('+')[0]}", "command": "python recipes/pack_small.py --run RUN --out FILE --check FILE", "tolerance": 0, "greedy": greedy}
        options.check.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    stop_on_bad_input(main)
