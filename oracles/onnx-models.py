"""Small T5, BART and GPT-2 models: trained for a moment on the shipped captions, exported by optimum, and decoded by PyTorch's own `generate`.

    python oracles/onnx-models.py make OUT [--size micro|tiny|small|mid] [--families t5,bart,gpt2] [--layout merged|split|plain] [--steps 200]
    python oracles/onnx-models.py generate FOLDER < {"prompts": [...], "cases": [{"batch": 8, "settings": {...}}]}
    python oracles/onnx-models.py golden FOLDER > test/golden/onnx-generation.json

`make` writes OUT/t5 (the export as optimum leaves it) and OUT/t5-torch (the PyTorch model). `generate` reads OUT/t5-torch; FOLDER is OUT/t5.
It prints {"cases": [{"tokens": [[...]], "seconds": 1.2, "processor": 2.1}], "megabytes": ..., "threads": 2}.
"""
import argparse
import json
import os
import random
import resource
import sys
import time
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    BartConfig,
    BartForConditionalGeneration,
    GPT2Config,
    GPT2LMHeadModel,
    PreTrainedTokenizerFast,
    T5Config,
    T5ForConditionalGeneration,
)

CAPTIONS = Path(__file__).resolve().parent.parent / "corpus/captions/captions.txt"
SIZES = {  # vocabulary, width, layers, heads, inner width
    "micro": (280, 16, 1, 2, 16),
    "tiny": (300, 32, 1, 2, 48),
    "small": (1500, 128, 2, 4, 256),
    "mid": (8000, 512, 6, 8, 1024),
}


def make_tokenizer(family, vocabulary, captions):
    if family == "t5":
        tokenizer = Tokenizer(models.Unigram())
        tokenizer.normalizer = normalizers.NFKC()
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
        tokenizer.decoder = decoders.Metaspace()
        special = ["<pad>", "</s>", "<unk>"]
        trainer = trainers.UnigramTrainer(vocab_size=vocabulary, special_tokens=special, unk_token="<unk>")
        names = {"pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
    else:
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        special = ["<s>", "<pad>", "</s>", "<unk>"] if family == "bart" else ["<|endoftext|>"]
        trainer = trainers.BpeTrainer(vocab_size=vocabulary, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
        names = (
            {"bos_token": "<s>", "pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
            if family == "bart"
            else {"bos_token": "<|endoftext|>", "eos_token": "<|endoftext|>"}
        )
    tokenizer.train_from_iterator(captions, trainer)
    if family == "t5":
        tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    elif family == "bart":
        tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)


def make_model(family, size, words):
    _, width, layers, heads, inner = SIZES[size]
    if family == "t5":
        return T5ForConditionalGeneration(
            T5Config(vocab_size=words, d_model=width, d_kv=width // heads, d_ff=inner, num_layers=layers, num_heads=heads,
                     pad_token_id=0, eos_token_id=1, decoder_start_token_id=0, dropout_rate=0.0)
        )
    if family == "bart":
        return BartForConditionalGeneration(
            BartConfig(vocab_size=words, d_model=width, encoder_layers=layers, decoder_layers=layers, encoder_attention_heads=heads,
                       decoder_attention_heads=heads, encoder_ffn_dim=inner, decoder_ffn_dim=inner, max_position_embeddings=128,
                       dropout=0.0, bos_token_id=0, pad_token_id=1, eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=2,
                       forced_bos_token_id=0)
        )
    return GPT2LMHeadModel(
        GPT2Config(vocab_size=words, n_embd=width, n_layer=layers, n_head=heads, n_inner=inner, n_positions=128,
                   bos_token_id=0, eos_token_id=0, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0)
    )


def concepts_of(caption, draw):
    words = [word.lower().strip(".,") for word in caption.split() if len(word) > 3]
    draw.shuffle(words)
    return " ".join(words[:3])


def train(family, model, tokenizer, captions, steps):
    """Long enough that the model ends its sentences and differs between inputs; no more is needed."""
    draw = random.Random(17)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3 if model.num_parameters() < 5e6 else 5e-4)
    model.train()
    for _ in range(steps):
        chosen = [draw.choice(captions) for _ in range(16)]
        prompts = [concepts_of(caption, draw) for caption in chosen]
        if family == "gpt2":
            rows = [tokenizer(f"{p} = {c}")["input_ids"] + [tokenizer.eos_token_id] for p, c in zip(prompts, chosen)]
            longest = max(map(len, rows))
            ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows])
            labels = torch.tensor([row + [-100] * (longest - len(row)) for row in rows])
            mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in rows])
            loss = model(input_ids=ids, attention_mask=mask, labels=labels).loss
        else:
            source = tokenizer(prompts, return_tensors="pt", padding=True, return_token_type_ids=False)
            target = tokenizer(chosen, return_tensors="pt", padding=True, return_token_type_ids=False)["input_ids"]
            loss = model(**source, labels=target.masked_fill(target == tokenizer.pad_token_id, -100)).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    model.eval()
    return float(loss)


def make(out, size, families, layout, steps):
    from optimum.exporters.onnx import main_export

    torch.manual_seed(17)
    torch.set_num_threads(1)  # small models gain nothing from more
    captions = [line for line in CAPTIONS.read_text(encoding="utf8").splitlines() if line.strip()]
    for family in families:
        tokenizer = make_tokenizer(family, SIZES[size][0], captions)
        model = make_model(family, size, len(tokenizer))
        loss = train(family, model, tokenizer, captions, steps)
        plain = str(Path(out) / f"{family}-torch")
        model.save_pretrained(plain)
        tokenizer.save_pretrained(plain)
        task = "text-generation" if family == "gpt2" else "text2text-generation"
        if layout != "plain":
            task += "-with-past"
        main_export(plain, str(Path(out) / family), task=task, no_post_process=layout == "split", do_validation=False)
        print(f"{family}: {model.num_parameters()} parameters, loss {loss:.2f}", file=sys.stderr)


PROMPTS = ["dog park frisbee", "man ball throw", "woman kitchen", "boy", "girl bike ride street", "snow", "horse field run", "table food plate"]
CASES = [
    {"batch": 1, "settings": {"num_beams": 1, "max_new_tokens": 16}},
    {"batch": 8, "settings": {"num_beams": 4, "max_new_tokens": 16}},
    {"batch": 8, "settings": {"num_beams": 3, "max_new_tokens": 16, "length_penalty": 0.5, "early_stopping": True, "no_repeat_ngram_size": 2}},
]


def golden(folder):
    """The tokens of PyTorch for the exports in test/fixtures/onnx, which are FOLDER's (made with --size micro --steps 120)."""
    import transformers

    families = {}
    for family in ["t5", "gpt2"]:
        prompts = [f"{prompt} =" if family == "gpt2" else prompt for prompt in PROMPTS]
        found = decode(str(Path(folder) / family), {"prompts": prompts, "cases": CASES, "threads": 1})
        families[family] = {"prompts": prompts, "cases": [{**case, "tokens": each["tokens"]} for case, each in zip(CASES, found["cases"])]}
    command = "python oracles/onnx-models.py golden FOLDER > test/golden/onnx-generation.json"
    print(json.dumps({"oracle": "transformers generate", "version": transformers.__version__, "command": command, "tolerance": 0, "families": families}))


def generate(folder):
    print(json.dumps(decode(folder, json.load(sys.stdin))))


def decode(folder, asked):
    torch.set_num_threads(asked.get("threads", 2))
    plain = f"{folder.rstrip('/')}-torch"
    tokenizer = PreTrainedTokenizerFast.from_pretrained(plain)
    seq2seq = json.loads((Path(plain) / "config.json").read_text()).get("is_encoder_decoder", False)
    model = (AutoModelForSeq2SeqLM if seq2seq else AutoModelForCausalLM).from_pretrained(plain).eval()
    if not seq2seq:
        tokenizer.padding_side = "left"
        tokenizer.pad_token = tokenizer.eos_token
    ends = {model.config.eos_token_id, tokenizer.pad_token_id}
    cases = []
    for case in asked["cases"]:
        tokens = []
        started, used = time.perf_counter(), time.process_time()
        for at in range(0, len(asked["prompts"]), case["batch"]):
            batch = tokenizer(asked["prompts"][at : at + case["batch"]], return_tensors="pt", padding=True, return_token_type_ids=False)
            with torch.inference_mode():
                rows = model.generate(**batch, do_sample=False, pad_token_id=tokenizer.pad_token_id, **case["settings"])
            begin = 1 if seq2seq else batch["input_ids"].shape[1]
            for row in rows[:, begin:].tolist():
                stop = next((i for i, id in enumerate(row) if id in ends and not (i == 0 and id == model.config.bos_token_id and seq2seq)), len(row))
                tokens.append(row[:stop])
        cases.append({"tokens": tokens, "seconds": time.perf_counter() - started, "processor": time.process_time() - used})
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"cases": cases, "megabytes": megabytes, "threads": torch.get_num_threads()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["make", "generate", "golden"])
    parser.add_argument("folder")
    parser.add_argument("--size", choices=list(SIZES), default="tiny")
    parser.add_argument("--families", default="t5,bart,gpt2")
    parser.add_argument("--layout", choices=["merged", "split", "plain"], default="merged")
    parser.add_argument("--steps", type=int, default=200)
    given = parser.parse_args()
    if given.command == "make":
        make(given.folder, given.size, given.families.split(","), given.layout, given.steps)
    elif given.command == "golden":
        golden(given.folder)
    else:
        generate(given.folder)
