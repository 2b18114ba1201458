/** Simulated Likert ratings of our TG-CSR contexts: five profiles drawn around plausibility.yaml. Run with `npx tsx corpus/tgcsr/simulate-ratings.ts`. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, InputError, type Random } from '../../packages/metrics/src/core/index.ts';
import type { TgcsrCategory } from '../../packages/sensebench/src/benchmarks/tgcsr/context.ts';
import { formatCsv, readYaml, writeFileAtomic } from '../../packages/sensebench/src/files/index.ts';
import { type AuthoredContext, authoredContextSchema, type Plausibility, plausibilitySchema } from './authored-context.ts';

export const CONTEXTS = ['moving-house', 'hosting-a-dinner', 'first-day-of-school', 'community-garden'] as const;
/** A seed of which no draw turns a label of plausibility.yaml: the noise shows disagreement, it must not make wrong labels. */
const SEED = 45;

interface Profile {
  name: string;
  /** Chance that a rating moves by one step. */
  wobble: number;
  /** Chance that such a step goes up. */
  upward: number;
  /** Chance of a rating drawn without reading: any of 1 to 4. */
  slip: number;
  /** Chance of no rating. */
  gap: number;
  /** Where the profile turns the scale around, and how often. */
  contrary?: { category: TgcsrCategory; chance: number };
}

export const PROFILES: Record<string, Profile> = {
  A: { name: 'strict', wobble: 0.3, upward: 0.05, slip: 0.07, gap: 0.005 },
  B: { name: 'lenient', wobble: 0.3, upward: 0.95, slip: 0.06, gap: 0.005 },
  C: { name: 'careful', wobble: 0.15, upward: 0.5, slip: 0.05, gap: 0.02 },
  D: { name: 'hasty', wobble: 0.2, upward: 0.5, slip: 0.1, gap: 0.01 },
  E: { name: 'contrary on goals', wobble: 0.15, upward: 0.5, slip: 0.05, gap: 0.005, contrary: { category: 'Goals', chance: 0.4 } },
};

interface Simulated {
  /** ratings.csv */
  csv: string;
  /** ratings.json: says that the ratings are simulated, and how. */
  json: string;
}

export async function simulateRatings(
  context: AuthoredContext,
  plausibility: Plausibility,
  { seed = SEED, profiles = PROFILES } = {},
): Promise<Simulated> {
  const annotators = Object.entries(profiles).map(([annotator, profile]) => ({
    annotator,
    profile,
    random: createRandom(`${seed}/${context.id}/${annotator}`),
  }));
  const rows: Record<string, string | number>[] = [];
  for (const { name, questions, answers } of context.categories) {
    for (const question of questions) {
      for (const answer of answers) {
        const fit = plausibility[question.id]?.[answer.id];
        if (fit === undefined) throw new InputError(`has no judgement of answer ${answer.id} to question ${question.id}`);
        const row: Record<string, string | number> = { answerID: answer.id, questionID: question.id, category: name };
        for (const { annotator, profile, random } of annotators) row[annotator] = rate(fit, { category: name, profile, random }) ?? '';
        rows.push(row);
      }
    }
  }
  const columns = ['answerID', 'questionID', 'category', ...Object.keys(profiles)];
  return { csv: await formatCsv(rows, columns), json: `${JSON.stringify({ simulated: true, seed, profiles }, null, 2)}\n` };
}

function rate(fit: number, { category, profile, random }: { category: TgcsrCategory; profile: Profile; random: Random }): number | null {
  if (random.next() < profile.gap) return null;
  if (random.next() < profile.slip) return 1 + random.below(4);
  const { contrary } = profile;
  const turned = contrary?.category === category && random.next() < contrary.chance ? 5 - fit : fit;
  if (random.next() >= profile.wobble) return turned;
  const step = random.next() < profile.upward ? 1 : -1;
  return Math.min(4, Math.max(1, turned + step));
}

export async function readAuthored(folder: string): Promise<{ context: AuthoredContext; plausibility: Plausibility }> {
  return {
    context: await readYaml(join(folder, 'context.yaml'), authoredContextSchema),
    plausibility: await readYaml(join(folder, 'plausibility.yaml'), plausibilitySchema),
  };
}

async function main(): Promise<void> {
  for (const id of CONTEXTS) {
    const folder = fileURLToPath(new URL(id, import.meta.url));
    const { context, plausibility } = await readAuthored(folder);
    const { csv, json } = await simulateRatings(context, plausibility);
    await writeFileAtomic(join(folder, 'ratings.csv'), csv);
    await writeFileAtomic(join(folder, 'ratings.json'), json);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
