/** Trains the ranker's language model of tags and function words on sentences that people wrote (UD EWT and the silver statements). */
import { writeFileSync } from 'node:fs';
import { trainNgramModel } from '../../packages/sensebench/src/nlp/language-models/index.ts';
import { symbolOf } from '../../packages/sensebench/src/statements/convert/rank/read-again.ts';
import { readSilver, weightsPath } from '../corpora.ts';

/** More sentences change no probability that matters and make the file larger. */
const SENTENCES = 16_000;

export function trainTags(): void {
  const sentences = readSilver()
    .filter(({ source, text }) => source !== 'strategyqa-question' && /[.!]$/.test(text))
    .filter((_, i, all) => i % Math.max(1, Math.floor(all.length / SENTENCES)) === 0)
    .map(({ tokens }) => tokens.map(({ form, tag }) => symbolOf({ lower: form.toLowerCase(), tag })));
  const model = trainNgramModel(sentences, { order: 3 });
  writeFileSync(weightsPath('statements/tags.bin.gz'), model.encode());
  console.log(`${sentences.length} sentences, ${model.vocabulary.length} symbols`);
}
