"""Fine-tunes BART, T5 or FLAN-T5 on SituatedGen (Zhang and Wan 2023, section 6 and appendix C.1, Table 7)."""

import argparse
import json
import random
from collections import Counter
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration
from transformers import get_linear_schedule_with_warmup


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder `training` of a dataset")
    parser.add_argument("--model", default="google/flan-t5-base")
    parser.add_argument("--tiny", action="store_true", help="a small T5 of random weights instead of --model")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--predict", type=Path, help="a seq2seq file to write predictions for; dev unless given")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--learning-rate", type=float, default=3e-5)
    parser.add_argument("--warm-up-steps", type=int, default=500)
    parser.add_argument("--beam-size", type=int, default=4)
    parser.add_argument("--max-input-length", type=int, default=64)
    parser.add_argument("--max-output-length", type=int, default=128)
    parser.add_argument("--limit", type=int, help="only so many training rows, for a try")
    parser.add_argument("--seed", type=int, default=17)
    return parser.parse_args()


def read_rows(path):
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def tiny_model(rows):
    """A word-level tokenizer of the training words and a T5 that fits into a minute."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    words = Counter()
    splitter = pre_tokenizers.BertPreTokenizer()
    for row in rows:
        for text in (row["input"], row["target"]):
            words.update(word for word, _ in splitter.pre_tokenize_str(text))
    vocabulary = {word: index for index, word in enumerate(["<pad>", "</s>", "<unk>", *sorted(words)])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = splitter
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", eos_token="</s>", unk_token="<unk>")
    config = T5Config(
        vocab_size=len(vocabulary), d_model=64, d_ff=128, d_kv=16, num_layers=2, num_heads=4,
        pad_token_id=0, eos_token_id=1, decoder_start_token_id=0,
    )
    return T5ForConditionalGeneration(config), fast


def rouge_2(prediction, reference):
    """F1 of word bigrams: enough to choose a checkpoint by."""
    def bigrams(text):
        words = [word.strip(".,!?;:\"'()").lower() for word in text.split()]
        return Counter(zip(words, words[1:]))

    found, wanted = bigrams(prediction), bigrams(reference)
    shared = sum((found & wanted).values())
    if shared == 0:
        return 0.0
    precision, recall = shared / sum(found.values()), shared / sum(wanted.values())
    return 2 * precision * recall / (precision + recall)


def main():
    options = parse_arguments()
    random.seed(options.seed)
    torch.manual_seed(options.seed)
    train = read_rows(options.data / "seq2seq-train.jsonl")
    dev = read_rows(options.data / "seq2seq-dev.jsonl")
    if options.limit:
        train, dev = random.sample(train, min(options.limit, len(train))), dev[: options.limit]
    if options.tiny:
        model, tokenizer = tiny_model(train)
    else:
        model, tokenizer = AutoModelForSeq2SeqLM.from_pretrained(options.model), AutoTokenizer.from_pretrained(options.model)
    field = "inputBart" if model.config.model_type == "bart" else "input"
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model.to(device)

    def encode(texts, length):
        return tokenizer(texts, max_length=length, truncation=True, padding=True, return_tensors="pt", return_token_type_ids=False).to(device)

    def collate(rows):
        batch = encode([row[field] for row in rows], options.max_input_length)
        labels = encode([row["target"] for row in rows], options.max_output_length).input_ids
        batch["labels"] = labels.masked_fill(labels == tokenizer.pad_token_id, -100)
        return batch

    def predict(rows):
        model.eval()
        texts = []
        for start in range(0, len(rows), options.batch_size):
            batch = encode([row[field] for row in rows[start : start + options.batch_size]], options.max_input_length)
            with torch.no_grad():
                found = model.generate(**batch, num_beams=options.beam_size, max_length=options.max_output_length)
            texts.extend(tokenizer.batch_decode(found, skip_special_tokens=True))
        return texts

    loader = DataLoader(train, batch_size=options.batch_size, shuffle=True, collate_fn=collate, generator=torch.Generator().manual_seed(options.seed))
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.learning_rate)
    schedule = get_linear_schedule_with_warmup(optimizer, options.warm_up_steps, len(loader) * options.epochs)
    best = -1.0
    for epoch in range(1, options.epochs + 1):
        model.train()
        total = 0.0
        for batch in loader:
            loss = model(**batch).loss
            loss.backward()
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            total += loss.item()
        texts = predict(dev)
        score = sum(rouge_2(text, row["target"]) for text, row in zip(texts, dev)) / max(1, len(dev))
        print(f"epoch {epoch}: loss {total / max(1, len(loader)):.4f}, dev ROUGE-2 {score:.4f}", flush=True)
        if score > best:
            best = score
            model.save_pretrained(options.out)
            tokenizer.save_pretrained(options.out)
    model = type(model).from_pretrained(options.out).to(device)
    rows = read_rows(options.predict) if options.predict else dev
    with (options.out / "predictions.jsonl").open("w", encoding="utf-8") as out:
        for row, text in zip(rows, predict(rows)):
            out.write(json.dumps({"id": row["id"], "prediction": text}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
