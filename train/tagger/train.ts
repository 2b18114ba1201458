/** Trains the tagger on gold tags of EWT, silver tags of statements and of everyday sentences: the mean of runs in different orders. */
import { writeFileSync } from 'node:fs';
import { createRandom } from '../../packages/metrics/src/core/index.ts';
import { WordInfos } from '../../packages/metrics/src/nlp/words/word-info.ts';
import { Tagger } from '../../packages/sensebench/src/nlp/analysis/tagger.ts';
import { readLexicon, readSilver, readTreebank, weightsPath } from '../corpora.ts';
import { mixModels } from '../mix-models.ts';
import { commonGenSentences, ownSentences, type SilverTags } from './everyday.ts';
import { readEveryday } from './everyday-sample.ts';
import { relabelSilver } from './stack.ts';
import { type TaggedSentence, trainTagger } from './train-tagger.ts';

const SILVER_WEIGHT = 0.5;
const RUNS = 2;
const EPOCHS = 4;
/** One mistake moves a score by two for each of about 38 features. */
export const TAGGER_MARGIN = 15;

export interface TaggerTexts {
  /** Only text whose terms allow any use: CommonGen's sentences, which are captions of other corpora, are left out. */
  permissive: boolean;
  /** Lines of oracles/spice/ParseCaptions.java for CommonGen's sentences: a second opinion on their tags. */
  parses: readonly string[];
}

export async function trainTaggerModel({ permissive, parses }: TaggerTexts): Promise<void> {
  const infos = new WordInfos(readLexicon());
  const gold = readTreebank('train');
  const labels = [...new Set(gold.flatMap(({ tokens }) => tokens.map(({ tag }) => tag)))].sort();
  const numbers = new Map(labels.map((label, i) => [label, i]));
  const sentences: TaggedSentence[] = gold.map(({ tokens }) => ({
    words: tokens.map(({ form }) => infos.of(form)),
    tags: tokens.map(({ tag }) => numbers.get(tag) ?? 0),
  }));
  sentences.push(...relabelSilver(gold, readSilver(), labels, infos).map((sentence) => ({ ...sentence, weight: SILVER_WEIGHT })));
  const addSilver = (silver: readonly SilverTags[]) => {
    for (const { forms, tags } of silver)
      sentences.push({
        words: forms.map((form) => infos.of(form)),
        tags: tags.map((tag) => numbers.get(tag) ?? -1),
        weight: SILVER_WEIGHT,
      });
  };
  addSilver(await ownSentences());
  if (!permissive) addSilver(await commonGenSentences(parses));
  console.log(`${sentences.length} sentences`);
  const sets = {
    'EWT dev': readTreebank('dev').map(({ tokens }) => tokens),
    everyday: readEveryday(),
  };
  const score = (bytes: Uint8Array) => {
    const tagger = new Tagger(bytes);
    return Object.entries(sets)
      .map(([name, rows]) => `${name} ${percentRight(rows, (tokens) => tagger.tag(tokens.map(({ form }) => infos.of(form))))}`)
      .join(', ');
  };
  const runs = Array.from({ length: RUNS }, (_, run) => {
    const random = createRandom(`tagger ${run}`);
    return trainTagger(sentences, {
      labels,
      epochs: EPOCHS,
      shuffle: random.shuffle,
      random: random.next,
      dropout: 0.15,
      margin: TAGGER_MARGIN,
      onEpoch(epoch, accuracy, compile) {
        console.log(`run ${run}, epoch ${epoch}: ${(100 * accuracy).toFixed(2)} on the training sentences; ${score(compile())}`);
      },
    });
  });
  const bytes = mixModels(runs, 'tagger', { smallest: 0.012 });
  writeFileSync(weightsPath('tagger/tagger.bin'), bytes);
  console.log(`mean of ${RUNS} runs: ${score(bytes)}; tagger.bin: ${(bytes.length / 1e6).toFixed(2)} MB`);
}

interface GoldToken {
  form: string;
  tag: string;
}

function percentRight(rows: readonly (readonly GoldToken[])[], tag: (tokens: readonly GoldToken[]) => string[]): string {
  let right = 0;
  let all = 0;
  for (const tokens of rows) {
    const tags = tag(tokens);
    all += tokens.length;
    right += tokens.filter((token, i) => token.tag === tags[i]).length;
  }
  return ((100 * right) / all).toFixed(2);
}
