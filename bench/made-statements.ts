/**
 * Writes any number of sentences about places and times, no two alike: real ones first; then real captions and everyday sentences with a place
 * or time put to them, whose words stay varied when keywords are masked; beyond them the same with an adverb before; without such data sentences of frames.
 */
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createRandom, type Random } from '../packages/metrics/src/core/index.ts';

const words = (text: string) => text.split(',').map((word) => word.trim());
const SUBJECTS = words(
  'farmers, teachers, sailors, nurses, bakers, painters, drivers, miners, students, cooks, weavers, hunters, monks, dancers, builders, traders, doctors, singers, gardeners, soldiers, fishermen, clerks, pilots, tailors, potters, judges, writers, shepherds, carpenters, chemists',
);
const VERBS = words(
  'plant, sell, repair, paint, carry, collect, store, wash, boil, bake, burn, sort, count, mend, polish, load, export, import, buy, borrow, lend, press, grind, dry, freeze, smoke, pickle, ferment, harvest, water, prune, graft, weigh, label, wrap, ship, tax, inspect, test, measure, photograph, describe, praise, judge, auction, steal, hide, bury, melt, forge, hammer, carve, weave, dye, spin, knit, sew, iron, fold, stack, guard, clean, sweep, empty, fill, taste, share, donate, sacrifice, bless',
);
const OBJECTS = words(
  'rice, apples, cheese, boats, bread, grass, wool, fish, timber, salt, honey, olives, grapes, tea, coffee, spices, silk, bricks, tools, baskets, carpets, lamps, candles, drums, bells, horses, goats, camels, pigs, geese, eggs, butter, onions, beans, maize, potatoes, sugar, wine, beer, medicines, books, maps, coins, jewels, masks, boots, coats, hats, blankets, ropes, nets, carts, wheels, stoves, pipes, mirrors, clocks, knives, pots, jars',
);
const PLACES = words(
  'Japan, Spain, Kenya, Peru, Norway, India, Chile, Egypt, Canada, Brazil, Nepal, Cuba, Italy, Poland, Ghana, Mexico, Turkey, Iran, Iceland, Greece, France, Finland, Bolivia, Vietnam, Morocco, Ethiopia, Portugal, Austria, Denmark, Ireland, Sweden, Thailand, Mongolia, Uganda, Malta, Fiji, Panama, Jordan, Oman, Laos, Hungary, Croatia, Belgium, Argentina, Colombia, Ecuador, Nigeria, Angola, Zambia, Pakistan',
);
const TIMES = words(
  'January, February, March, April, May, June, July, August, September, October, November, December, spring, summer, autumn, winter, the morning, the evening, the 1920s, the 1950s, 1900, 1848, 1969, 2001, the 18th century, the 19th century, the Middle Ages, the Bronze Age',
);
const ADVERBS = words(
  'often, rarely, usually, sometimes, never, gladly, slowly, quickly, secretly, openly, together, alone, again, early, late, proudly, quietly, cheaply, carefully, hardly ever',
);
/** S subject, V verb, O object, P place, T time, A adverb. */
const FRAMES = words(
  'S in P A V O in T., In T S of P A V O., A S from P V O during T., S who live in P V O A in T., During T many S in P A V O., S across P A began to V O in T., People in P think that S A V O., S of P were A taught to V O in T., Few S in P could A V O before T., After T S in P A V O., Old S in P still A V O., By T S in P had to A V O., Nobody in P lets S A V O., Since T S in P A V O at home., S near P A V O for money in T., Rich S in P pay others to A V O.',
);

/** Longer sentences have more keywords than a statement may have. */
const MOST_CHARACTERS = 50;
const data = new URL('../../shared/data/', import.meta.url);

export interface MadeStatements {
  /** Sentences as people wrote them. */
  real: number;
  /** Real ones with a place or time put to them; the same with an adverb before. */
  placed: number;
  varied: number;
  /** Sentences of frames. */
  framed: number;
}

export async function writeMadeStatements(path: string, count: number): Promise<MadeStatements> {
  const random = createRandom('statements');
  const file = createWriteStream(path);
  const seen = new Set<string>();
  const counts = { real: 0, placed: 0, varied: 0, framed: 0 };
  for (const { text, kind } of sentences(random)) {
    if (seen.size >= count) break;
    if (seen.has(text)) continue;
    seen.add(text);
    counts[kind]++;
    if (!file.write(`${text}\n`)) await once(file, 'drain');
  }
  await new Promise<void>((resolve) => file.end(resolve));
  return counts;
}

function* sentences(random: Random): Generator<{ text: string; kind: keyof MadeStatements }> {
  for (const { statement } of jsonLines<{ statement: string }>(new URL('../corpus/tables/statements.jsonl', import.meta.url)))
    yield { text: statement, kind: 'real' };
  if (existsSync(data)) yield* fromData(random);
  else for (;;) yield { text: fromFrame(random), kind: 'framed' };
}

function* fromData(random: Random): Generator<{ text: string; kind: keyof MadeStatements }> {
  for (const { text, entities } of jsonLines<{ text: string; entities: [number, number, string][] }>(
    new URL('silver/sentences.jsonl.gz', data),
  ))
    if (entities.some(([, , type]) => /^(GPE|DATE|TIME|EVENT)$/.test(type))) yield { text, kind: 'real' };
  const everyday = jsonLines<{ scene: string[] }>(new URL('commongen/train.jsonl.gz', data)).flatMap(({ scene }) => scene);
  const captions = linesOf(new URL('captions/flickr8k.txt.gz', data));
  const plain = random.shuffle([...everyday, ...captions].map(bare).filter((text) => text.length > 15 && text.length < MOST_CHARACTERS));
  for (const text of plain) yield { text: placed(text, random), kind: 'placed' };
  for (;;) yield { text: placed(`${random.choice(ADVERBS)} ${random.choice(plain)}`, random), kind: 'varied' };
}

/** Without its full stop and its capital. */
function bare(text: string): string {
  const words = text.replace(/[\s.]+$/, '').trim();
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function placed(text: string, random: Random): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  const [place, time] = [random.choice(PLACES), random.choice(TIMES)];
  return random.choice([`In ${place}, ${text}.`, `${capital} in ${place}.`, `In ${time}, ${text}.`, `${capital} in ${place} in ${time}.`]);
}

function fromFrame(random: Random): string {
  const lists: Record<string, readonly string[]> = { S: SUBJECTS, V: VERBS, O: OBJECTS, P: PLACES, T: TIMES, A: ADVERBS };
  const text = random.choice(FRAMES).replace(/\b[SVOPTA]\b/g, (slot) => random.choice(lists[slot]));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function linesOf(file: URL): string[] {
  const bytes = readFileSync(file);
  return (file.pathname.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim().split('\n');
}

function jsonLines<Row>(file: URL): Row[] {
  return linesOf(file).map((line) => JSON.parse(line) as Row);
}
