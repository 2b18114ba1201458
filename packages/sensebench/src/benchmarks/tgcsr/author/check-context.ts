/** Warnings for authors: answers of another category, near-duplicates, unknown concepts, unanswerable questions, balance. */
import type { TgcsrContext } from '../context.ts';
import { categoriesWith, type Taxonomy } from '../taxonomy/taxonomy.ts';
import { sameness } from './near-duplicates.ts';

export interface Finding {
  rule:
    | 'value type'
    | 'near-duplicate answers'
    | 'unknown concept'
    | 'no plausible answer'
    | 'no implausible answer'
    | 'category balance'
    | 'missing category'
    | 'category not in split';
  /** Ids of questions or answers, as in the context. */
  ids: string[];
  message: string;
}

export interface CheckOptions {
  taxonomy: Taxonomy;
  /** The largest category may have this many times the pairs of the smallest. */
  maxImbalance?: number;
}

export function checkContext(context: TgcsrContext, { taxonomy, maxImbalance = 4 }: CheckOptions): Finding[] {
  return [
    ...context.answers.flatMap((answer) => checkType(answer, taxonomy)),
    ...findNearDuplicates(context),
    ...[...context.questions, ...context.answers].flatMap(({ id, text, concepts = [] }) =>
      concepts
        .filter((concept) => categoriesWith(taxonomy, concept).length === 0)
        .map((concept) => ({
          rule: 'unknown concept' as const,
          ids: [id],
          message: `"${text}" is linked to "${concept}", which the taxonomy does not have`,
        })),
    ),
    ...checkBalance(context, { taxonomy, maxImbalance }),
  ];
}

function checkType({ id, text, category, concepts = [] }: TgcsrContext['answers'][number], taxonomy: Taxonomy): Finding[] {
  const form = valueType(text, taxonomy);
  if (form !== null && form !== category)
    return [{ rule: 'value type', ids: [id], message: `"${text}" is in ${category} but has the form of ${form}` }];
  const linked = concepts.map((concept) => categoriesWith(taxonomy, concept)).filter((found) => found.length > 0);
  if (linked.length > 0 && linked.every((found) => !found.includes(category))) {
    return [
      {
        rule: 'value type',
        ids: [id],
        message: `"${text}" is in ${category} but is linked to concepts of ${[...new Set(linked.flat())].join(', ')}`,
      },
    ];
  }
  return [];
}

function findNearDuplicates({ answers }: TgcsrContext): Finding[] {
  return answers.flatMap((first, i) =>
    answers
      .slice(i + 1)
      .filter((second) => second.category === first.category && sameness(first.text, second.text) !== null)
      .map((second) => ({
        rule: 'near-duplicate answers' as const,
        ids: [first.id, second.id],
        message: `${first.category}: "${first.text}" and "${second.text}" say nearly the same`,
      })),
  );
}

function checkBalance(
  { questions, answers }: TgcsrContext,
  { taxonomy, maxImbalance }: { taxonomy: Taxonomy; maxImbalance: number },
): Finding[] {
  const findings: Finding[] = [];
  const sizes = taxonomy.categories.map(({ name }) => {
    const pairs = questions.filter(({ category }) => category === name).length * answers.filter(({ category }) => category === name).length;
    if (pairs === 0) findings.push({ rule: 'missing category', ids: [], message: `${name} has no questions` });
    return { name, pairs };
  });
  const present = sizes.filter(({ pairs }) => pairs > 0).sort((a, b) => a.pairs - b.pairs);
  const [least, most] = [present[0], present.at(-1)];
  if (least && most && most.pairs > maxImbalance * least.pairs) {
    findings.push({ rule: 'category balance', ids: [], message: `${most.name} has ${most.pairs} pairs, ${least.name} ${least.pairs}` });
  }
  return findings;
}

/** Runs on the ground truth. Section 4.1 asks for at least one correct answer to every question; a question that every answer fits is useless too. */
export function checkPlausible(context: TgcsrContext, labels: readonly { question: string; label: boolean }[]): Finding[] {
  return context.questions.flatMap(({ id, text }): Finding[] => {
    const given = labels.filter(({ question }) => question === id).map(({ label }) => label);
    if (!given.includes(true))
      return [{ rule: 'no plausible answer', ids: [id], message: `question ${id}, "${text}", has no answer that is a yes` }];
    if (!given.includes(false))
      return [{ rule: 'no implausible answer', ids: [id], message: `question ${id}, "${text}", has no answer that is a no` }];
    return [];
  });
}

/** Runs on the splits. Where questions stay whole, a category needs three of them to be in train, dev and test. */
export function checkSplits(splits: Readonly<Record<string, readonly { category: string }[]>>): Finding[] {
  const all = new Set(Object.values(splits).flatMap((rows) => rows.map(({ category }) => category)));
  return Object.entries(splits).flatMap(([split, rows]): Finding[] => {
    const missing = [...all].filter((name) => !rows.some(({ category }) => category === name));
    if (rows.length === 0 || missing.length === 0) return [];
    const message = `${split} has no question of ${missing.join(', ')}: write more questions for them, or split by pair`;
    return [{ rule: 'category not in split', ids: [], message }];
  });
}

const NUMBER =
  '(?:\\d[\\d.,]*|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|fo?u?rty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|quarter|none)(?:[- ](?:and[- ])?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+ty|hundred|thousand|million|dozen))*)';
const HEDGE = '(?:(?:about|around|roughly|at most|at least|between|up to|less than|more than|nearly|almost|only|a little)\\s+)*';
const SPAN = '(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?)';
const MEASURE =
  '(?:°\\s?[cf]|degrees?(?: celsius| fahrenheit)?|euros?|dollars?|pounds?|cents?|percent|%|[ck]?m|[cm]?l|k?g|(?:centi|kilo|milli)?met(?:er|re)s?|miles?|feet|inch(?:es)?|(?:kilo)?grams?|lit(?:er|re)s?|tons?)';
const MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';
const DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';

const FORMS: readonly { category: string; pattern: RegExp }[] = [
  { category: 'Time', pattern: /^\W*(?:at |by |around |about )*\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?|o['’]clock)\W*$/i },
  {
    category: 'Time',
    pattern: new RegExp(`^(?:in|on|at|by|before|after|until|late|early|next|last)?\\s*(?:the )?(?:${DAY}|${MONTH})\\b[\\w\\s,]*$`, 'i'),
  },
  { category: 'Time', pattern: new RegExp(`^${HEDGE}${NUMBER}(?:\\s+(?:and|or|to)\\s+(?:an?\\s+)?${NUMBER})?\\s+${SPAN}$`, 'i') },
  { category: 'Goals', pattern: /^(?:in order |so as )?to (?!the\b|an?\b|my\b|his\b|her\b|their\b)[a-z]+\b/i },
  { category: 'Values', pattern: new RegExp(`^${HEDGE}${NUMBER}(?:\\s+(?:and|or|to)\\s+${NUMBER})?(?:\\s+${MEASURE})?$`, 'i') },
];

/**
 * The category that an answer's form shows (Santos et al. 2022, section 7: the value type determines the category).
 * Null where the form does not show it, which holds for most answers: then people decide.
 */
export function valueType(text: string, taxonomy: Taxonomy): string | null {
  const trimmed = text.trim().replace(/[.!]$/, '');
  const feeling = trimmed
    .toLowerCase()
    .replace(/^(?:an? )?(?:very|little|bit|rather|quite)\s+/, '')
    .replace(/^feel(?:s|ing)? /, '');
  const emotions = taxonomy.categories.find(({ name }) => name === 'Emotions');
  if (emotions?.concepts.some(({ name, words = [] }) => name === feeling || words.includes(feeling))) return 'Emotions';
  return FORMS.find(({ pattern }) => pattern.test(trimmed))?.category ?? null;
}
