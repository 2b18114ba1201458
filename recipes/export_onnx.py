"""Writes trained models as folders that `sensebench evaluate --model onnx:FOLDER` runs, and compares them with PyTorch."""

import json
import warnings

import onnx
import onnxruntime
import torch
from torch import nn
from torch.nn import functional as F

from loop import write_text
from pairs import END, PAD, START, UNKNOWN, BadInput


def describe(folder, kind, name, vocabulary, **fields):
    about = {
        "format": 1, "kind": kind, "name": name, "tokenizer": "words", "punctuation": not vocabulary.spaces, "lowercase": vocabulary.lowercase, "maxInputTokens": 256,
        "ids": {"pad": PAD, "start": START, "end": END, "unknown": UNKNOWN, **fields.pop("ids", {})}, **fields,
    }
    write_text(folder / "sensebench.json", json.dumps(about, indent=1) + "\n")
    write_text(folder / "vocabulary.json", json.dumps(vocabulary.words, ensure_ascii=False) + "\n")


def export(module, inputs, path, names, outputs, lengths):
    """`lengths` gives the free dimensions of each tensor beside the batch: {name: {dimension: its name}}."""
    module.eval()
    free = {name: {0: "batch", **lengths.get(name, {})} for name in [*names, *outputs]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(module, inputs, str(path), input_names=names, output_names=outputs, dynamic_axes=free, opset_version=17, dynamo=False)
    onnx.checker.check_model(str(path))


class Encoder(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, source, mask):
        memory, state = self.model.encode(source, mask.float())
        return memory if state is None else (memory, *state)


class RecurrentStep(nn.Module):
    """One token of the LSTM decoders. The cells are written out: the sum is the same, and the graph stays small."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, token, mask, memory, h, c):
        model, hidden, after = self.model, self.model.embed(token), []
        for place, cell in enumerate(model.cells):
            gates = F.linear(hidden, cell.weight_ih_l0, cell.bias_ih_l0) + F.linear(h[:, place], cell.weight_hh_l0, cell.bias_hh_l0)
            into, forget, value, out = gates.chunk(4, -1)
            kept = torch.sigmoid(forget) * c[:, place] + torch.sigmoid(into) * torch.tanh(value)
            hidden = torch.sigmoid(out) * torch.tanh(kept)
            after.append((hidden, kept))
        return (next_logprobs(model, hidden, memory, mask.float()), *(torch.stack([each[which] for each in after], 1) for which in (0, 1)))


class WholeStep(nn.Module):
    """One token of the transformer, which reads all tokens so far."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, tokens, mask, memory):
        hidden, _ = self.model.decode(memory, mask.float(), None, tokens)
        return next_logprobs(self.model, hidden[:, -1], memory, mask.float())


def next_logprobs(model, hidden, memory, mask):
    joined, weights = model.attend(hidden.unsqueeze(1), memory, mask)
    gate = model.gate(joined[:, 0])
    return torch.cat([model.output(joined[:, 0]) + F.logsigmoid(-gate), weights[:, 0] + F.logsigmoid(gate)], -1)


def export_copynet(model, vocabulary, folder, name, beams, longest, penalty=0.0):
    folder.mkdir(parents=True, exist_ok=True)
    model.eval()
    source, mask = torch.tensor([[5, 6, 7], [8, 9, PAD]]), torch.tensor([[1, 1, 1], [1, 1, 0]])
    sourced = {each: {1: "source"} for each in ("input_ids", "attention_mask", "memory")}
    with torch.no_grad():
        memory, state = model.encode(source, mask.float())
        if state is None:
            export(Encoder(model), (source, mask), folder / "encoder.onnx", ["input_ids", "attention_mask"], ["memory"], sourced)
            export(WholeStep(model), (torch.tensor([[1, 5, 6], [1, 7, 8]]), mask, memory), folder / "step.onnx", ["tokens", "attention_mask", "memory"], ["logprobs"],
                   {**sourced, "tokens": {1: "written"}, "logprobs": {1: "words"}})
        else:
            export(Encoder(model), (source, mask), folder / "encoder.onnx", ["input_ids", "attention_mask"], ["memory", "state.h", "state.c"], sourced)
            export(RecurrentStep(model), (torch.tensor([5, 6]), mask, memory, *state), folder / "step.onnx", ["token", "attention_mask", "memory", "state.h", "state.c"],
                   ["logprobs", "next.h", "next.c"], {**sourced, "logprobs": {1: "words"}})
    describe(folder, "steps", name, vocabulary, decoding={"beams": beams, "maxLength": longest, "lengthPenalty": penalty})
    check_copynet(model, folder)


def check_copynet(model, folder, tolerance=1e-3):
    """The graphs must give PyTorch's numbers, for other lengths and batches than those they were traced with."""
    source = torch.tensor([[5, 9, 4, 6], [7, 5, PAD, PAD], [UNKNOWN, 8, 5, PAD]])
    mask = (source != PAD).long()
    encoder, step = (onnxruntime.InferenceSession(folder / f"{each}.onnx", providers=["CPUExecutionProvider"]) for each in ("encoder", "step"))
    names = [each.name for each in encoder.get_outputs()]
    held = dict(zip(names, encoder.run(None, {"input_ids": source.numpy(), "attention_mask": mask.numpy()})))
    with torch.no_grad():
        memory, state = model.encode(source, mask.float())
        written = torch.tensor([[START], [START], [START]])
        for _ in range(3):
            wanted, state = model.step(memory, mask.float(), state, written if state is None else written[:, -1:])
            fed = {"token": written[:, -1].numpy(), "tokens": written.numpy(), "attention_mask": mask.numpy(), **held}
            found = step.run(None, {each.name: fed[each.name] for each in step.get_inputs()})
            if abs(torch.tensor(found[0]).exp() - wanted.exp()).max() > tolerance:
                raise BadInput(f"{folder}: the exported graph gives other numbers than PyTorch")
            held.update({each.name.replace("next.", "state."): value for each, value in zip(step.get_outputs(), found) if each.name.startswith("next.")})
            written = torch.cat([written, wanted[:, 4 : model.words].argmax(-1, keepdim=True) + 4], 1)


class Part(nn.Module):
    """One of the three policies as a graph: tokens and memory in, logits out."""

    def __init__(self, model, head):
        super().__init__()
        self.model, self.head = model, head

    def forward(self, tokens, mask, memory):
        return self.head(self.model.decode(tokens, memory, mask))


class Memory(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, source, mask):
        return self.model.encode(source, mask)


def export_levenshtein(model, vocabulary, folder, rounds):
    folder.mkdir(parents=True, exist_ok=True)
    model.eval()
    source, mask, tokens = torch.tensor([[5, 6, 7]]), torch.ones(1, 3, dtype=torch.long), torch.tensor([[START, 5, 6, 7, END]])
    lengths = {**{each: {1: "source"} for each in ("input_ids", "attention_mask", "memory")}, "tokens": {1: "written"}, "logits": {1: "places"}}
    with torch.no_grad():
        memory = model.encode(source, mask)
        export(Memory(model), (source, mask), folder / "encoder.onnx", ["input_ids", "attention_mask"], ["memory"], lengths)
        for name, head in (("delete", model.delete), ("insert", model.gaps), ("fill", model.output)):
            export(Part(model, head), (tokens, mask, memory), folder / f"{name}.onnx", ["tokens", "attention_mask", "memory"], ["logits"], lengths)
    describe(folder, "edits", "const-leven", vocabulary, ids={"placeholder": model.placeholder}, edits={"rounds": rounds, "constrained": True, "longest": 40})


def export_classifier(model, vocabulary, folder, labels):
    folder.mkdir(parents=True, exist_ok=True)
    model.eval()
    last = len(vocabulary) - 1
    source, mask = torch.tensor([[5, 6, 7], [8, 9, PAD]]).clamp(max=last), torch.tensor([[1, 1, 1], [1, 1, 0]])
    with torch.no_grad():
        export(model, (source, mask), folder / "model.onnx", ["input_ids", "attention_mask"], ["logits"], {each: {1: "source"} for each in ("input_ids", "attention_mask")})
        other = torch.tensor([[5, 9, 4, 6], [7, 5, PAD, PAD], [UNKNOWN, 8, 5, PAD]]).clamp(max=last)
        found = onnxruntime.InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"]).run(None, {"input_ids": other.numpy(), "attention_mask": (other != PAD).long().numpy()})
        if abs(torch.tensor(found[0]) - model(other, (other != PAD).long())).max() > 1e-3:
            raise BadInput(f"{folder}: the exported graph gives other numbers than PyTorch")
    describe(folder, "classifier", "yes-no", vocabulary, labels=labels)
