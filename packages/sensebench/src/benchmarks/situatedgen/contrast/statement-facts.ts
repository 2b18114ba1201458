/** The facts of one statement that the model of contrast reads: its frame, and the kinds of its names, places, times and nouns. */
import type { TextEntity, Token, WordNet } from '@sensebench/metrics/internal/core';
import { contextOf } from '../contexts.ts';
import { type Frame, readFrame } from '../pairs/frame.ts';
import { isContinent, pathsOf } from '../pairs/places.ts';
import { readTree, type Tree } from '../pairs/tree.ts';
import { createNounClasses, type NounClasses } from './noun-classes.ts';
import type { WordRanks } from './word-ranks.ts';

export interface StatementFacts {
  frame: Frame;
  /** Lemmas of nouns, verbs, adjectives and numbers outside of places and times. */
  content: string[];
  /** Dependency relations and prepositions, sorted; each as often as it occurs. */
  relations: string[];
  prepositions: string[];
  /** Names that are neither places nor times. */
  names: string[];
  /** Classes of the nouns of the subject, the object and the whole, without places and times. */
  subject: number[];
  object: number[];
  nouns: number[];
  /** The kind of each place and time: see PLACE_KINDS and TIME_KINDS. */
  kinds: string[];
  /** What NUMBERS names. */
  numbers: number[];
}

/** Texts whose embeddings are compared. */
export interface StatementTexts {
  whole: string;
  /** Entities and nouns masked: the frame. */
  masked: string;
  /** Places, times and persons replaced by pronouns: what is said of them. */
  placeless: string;
  /** The places and times alone. */
  situation: string;
}

export const TEXTS = ['whole', 'masked', 'placeless', 'situation'] as const satisfies readonly (keyof StatementTexts)[];

/** The numbers of a statement, in their order. */
export const NUMBERS = [
  'words',
  'persons',
  'groups',
  'organizations',
  'works',
  'buildings',
  'places',
  'regions',
  'dates',
  'times',
  'events',
  'amounts',
  'years',
  'names',
  'unknownNames',
  'rarestName',
  'rarestPlace',
  'rarestWord',
  'nameSubject',
  'genericSubject',
  'pluralSubject',
  'definiteSubject',
  'pronounSubject',
  'noSubject',
  'past',
  'modal',
  'progressive',
  'negated',
  'copula',
  'passive',
  'finite',
  'condition',
  'clauses',
  'verbs',
  'pronouns',
  'superlatives',
  'quantifiers',
  'lowerNames',
  'commas',
  'placeSubject',
  'placeAdjunct',
  'unknownPlaces',
  'vagueTimes',
  'firstNames',
  'articles',
  'missingAuxiliaries',
] as const;

export interface FactReader {
  read(text: string, tokens: readonly Token[], entities: readonly TextEntity[]): StatementFacts;
}

export function createFactReader({ wordnet, ranks }: { wordnet: WordNet; ranks: WordRanks }): FactReader {
  const classesOf = createNounClasses(wordnet);
  return {
    read(text, tokens, entities) {
      const tree = readTree(tokens);
      const frame = readFrame(tokens, entities, wordnet);
      return describe({ text, tree, frame, entities, classesOf, ranks });
    },
  };
}

interface Sentence {
  text: string;
  tree: Tree;
  frame: Frame;
  entities: readonly TextEntity[];
  classesOf: NounClasses;
  ranks: WordRanks;
}

function describe(sentence: Sentence): StatementFacts {
  const { tree, frame, entities, classesOf } = sentence;
  const situating = entities.filter((entity) => contextOf([entity]) !== null);
  const inside = (list: readonly TextEntity[]) => (node: { start: number; end: number }) =>
    list.some(({ start, end }) => node.start < end && start < node.end);
  const inContext = inside(situating);
  const content = tree.nodes.filter((node) => /^(NN|VB|JJ|CD)/.test(node.tag) && !/^(aux|cop)$/.test(node.relation) && !inContext(node));
  const nouns = content.filter(({ tag }) => /^NN/.test(tag));
  const main = tree.nodes.find(({ lemma, relation }) => relation === 'root' || lemma === frame.verb) ?? tree.root;
  const part = (relations: RegExp) => (main ? tree.children(main, relations) : []).filter((node) => !inContext(node));
  const classes = (nodes: readonly { lemma: string }[]) =>
    [...new Set(nodes.flatMap(({ lemma }) => classesOf(lemma)))].sort((a, b) => a - b);
  return {
    frame,
    content: [...new Set(content.map(({ lemma }) => lemma))],
    relations: tree.nodes.map(({ relation }) => relation).sort(),
    prepositions: tree.nodes
      .filter(({ relation }) => relation === 'case')
      .map(({ lemma }) => lemma)
      .sort(),
    names: entities.filter((entity) => contextOf([entity]) === null && NAME.test(entity.type)).map(({ text }) => text.toLowerCase()),
    subject: classes(part(/^nsubj/)),
    object: classes(part(/^(obj|obl|nmod)/)),
    nouns: classes(nouns),
    kinds: situating.map(kindOf).sort(),
    numbers: countAll(sentence, { inContext, inName: inside(entities), situating }),
  };
}

const NAME = /^(PERSON|ORG|WORK_OF_ART|PRODUCT|FAC|LAW|NORP|LOC|EVENT|LANGUAGE)$/;

/** Places by what contains them; times by how they are written. */
function kindOf({ text, type }: Pick<TextEntity, 'text' | 'type'>): string {
  if (type === 'GPE') {
    if (isContinent(text)) return 'continent';
    const paths = pathsOf(text);
    if (paths.length === 0) return 'unknown place';
    return ['continent', 'country', 'state', 'city', 'city'][Math.min(...paths.map((path) => path.split('/').length)) - 1] ?? 'city';
  }
  const lower = text.toLowerCase();
  if (type === 'EVENT') return /\b(war|battle|revolution)\b/.test(lower) ? 'war' : 'event';
  if (type === 'TIME') return 'time of day';
  if (/\b(spring|summer|fall|autumn|winter)s?\b/.test(lower)) return 'season';
  if (/\b1\d{3}\b|\b20\d\d\b/.test(lower)) return 'year';
  if (/\bcentur|\bdecade|\b\d0'?s\b|\bera\b|\bage\b/.test(lower)) return 'era';
  if (/\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bweek/.test(lower)) return 'weekday';
  if (/\b(january|february|march|april|may|june|july|august|september|october|november|december|month)\b/.test(lower)) return 'month';
  if (/\b(christmas|thanksgiving|halloween|easter|new year|day|eve)\b/.test(lower)) return 'holiday';
  if (/\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|hundred|years?|days?|months?)\b/.test(lower)) return 'duration';
  return 'other time';
}

const QUANTIFIER = /^(many|most|some|all|every|often|usually|typically|traditionally|generally|commonly|normally|always)$/i;
const GENERIC =
  /^(people|person|one|you|someone|anyone|man|woman|child|kid|family|tourist|visitor|traveler|farmer|student|human|everyone|we)$/;
const UNRESOLVED = /^(he|she|they|him|her|them|his|their|it|its|this|that|these|those)$/i;
const FIRST_NAME =
  /^(john|james|bill|billy|bob|bobby|sam|sarah|mary|jane|tom|tommy|joe|sally|jim|bobby|kevin|mike|steve|danny|dan|susan|alice|greg|jack|jill|tim|sean|dave|david|karen|lucy|bailey|max|joseph|jason)$/i;
const VAGUE = /\b(later|earlier|ago|recent|recently|today|now|current|currently|next|last|the year|the day|that|this|newest|modern)\b/i;

interface Spans {
  inContext(node: { start: number; end: number }): boolean;
  inName(node: { start: number; end: number }): boolean;
  situating: readonly TextEntity[];
}

function countAll({ text, tree, frame, entities, ranks }: Sentence, { inContext, inName, situating }: Spans): number[] {
  const { nodes } = tree;
  const types = (pattern: RegExp) => entities.filter(({ type }) => pattern.test(type)).length;
  const tags = (pattern: RegExp) => nodes.filter(({ tag }) => pattern.test(tag)).length;
  const words = (pattern: RegExp) => nodes.filter((node) => pattern.test(node.text)).length;
  const main = nodes.find(({ relation }) => relation === 'root');
  const subject =
    nodes.find(({ relation, head }) => relation === 'nsubj' && nodes[head - 1] === main) ??
    nodes.find(({ relation }) => relation === 'nsubj');
  const determiner = subject ? tree.children(subject, /^det$/)[0]?.lemma : undefined;
  const names = nodes.filter((node) => !inContext(node) && (inName(node) || /^NNPS?$/.test(node.tag)) && /^(NN|JJ|FW)/.test(node.tag));
  const places = nodes.filter((node) => inContext(node) && /^(NN|JJ)/.test(node.tag));
  const others = nodes.filter((node) => !inContext(node) && /^(NN|VB|JJ|RB)/.test(node.tag));
  const rarest = (list: readonly { text: string; lemma: string }[]) =>
    Math.max(0, ...list.map((node) => Math.min(ranks.rank(node.text), ranks.rank(node.lemma))));
  const yes = (value: boolean) => (value ? 1 : 0);
  const generic = subject !== undefined && GENERIC.test(subject.lemma);
  const values: Record<(typeof NUMBERS)[number], number> = {
    words: nodes.length,
    persons: types(/^PERSON$/),
    groups: types(/^NORP$/),
    organizations: types(/^ORG$/),
    works: types(/^(WORK_OF_ART|PRODUCT|LAW)$/),
    buildings: types(/^FAC$/),
    places: types(/^GPE$/),
    regions: types(/^LOC$/),
    dates: types(/^DATE$/),
    times: types(/^TIME$/),
    events: types(/^EVENT$/),
    amounts: types(/^(CARDINAL|ORDINAL|QUANTITY|MONEY|PERCENT)$/),
    years: text.match(/\b1\d{3}\b|\b20\d\d\b/g)?.length ?? 0,
    names: names.length,
    unknownNames: names.filter((node) => ranks.rank(node.text) === 1).length,
    rarestName: rarest(names),
    rarestPlace: rarest(places),
    rarestWord: rarest(others),
    nameSubject: yes(subject !== undefined && /^NNP/.test(subject.tag)),
    genericSubject: yes(generic),
    pluralSubject: yes(subject !== undefined && subject.tag === 'NNS' && determiner === undefined),
    definiteSubject: yes(determiner === 'the'),
    pronounSubject: yes(subject !== undefined && UNRESOLVED.test(subject.text)),
    noSubject: yes(subject === undefined),
    past: yes(frame.past),
    modal: tags(/^MD$/),
    progressive: tags(/^VBG$/),
    negated: yes(frame.negated),
    copula: yes(frame.verb === 'be'),
    passive: yes(frame.shape === 'object' && frame.agent === 'anyone' && !generic),
    finite: yes(frame.finite),
    condition: yes(frame.condition !== ''),
    clauses: nodes.filter(({ relation }) => /^(advcl|acl|ccomp|parataxis|csubj)$/.test(relation)).length,
    verbs: tags(/^VB/),
    pronouns: words(UNRESOLVED),
    superlatives: tags(/^(JJS|RBS)$/),
    quantifiers: words(QUANTIFIER),
    lowerNames: entities.filter((entity) => /^(PERSON|GPE|NORP)$/.test(entity.type) && /^\p{Ll}/u.test(entity.text)).length,
    commas: words(/^[,;:()]$/),
    placeSubject: yes(frame.slots.some(({ role }) => role === 'subject')),
    placeAdjunct: yes(frame.slots.some(({ role }) => role === 'place')),
    unknownPlaces: situating.filter((entity) => kindOf(entity) === 'unknown place').length,
    vagueTimes: situating.filter(({ type, text: name }) => /^(DATE|TIME)$/.test(type) && VAGUE.test(name)).length,
    firstNames: words(FIRST_NAME),
    articles: tags(/^DT$/),
    missingAuxiliaries: missingAuxiliaries(tree),
  };
  return NUMBERS.map((name) => values[name]);
}

/** Forms that are participles only: "was born" is finite, "born" is not. */
const PARTICIPLE = /^(born|seen|known|given|taken|written|grown|eaten|worn|spoken|driven|shown|done|begun|drawn|chosen|flown|sung)$/i;

/** Participles and negations that lack the auxiliary of a finished sentence: "Oprah born in America", "Camels not live in Canada". */
function missingAuxiliaries(tree: Tree): number {
  const { nodes } = tree;
  return nodes.filter((node, place) => {
    if (PARTICIPLE.test(node.text)) return node.relation === 'root' && tree.children(node, /^(aux|cop)$/).length === 0;
    const before = nodes[place - 1];
    return /^not$/i.test(node.text) && before !== undefined && /^(NN|PRP|RB)/.test(before.tag) && /^VB/.test(nodes[place + 1]?.tag ?? '');
  }).length;
}

export function textsOf(text: string, tokens: readonly Token[], entities: readonly TextEntity[]): StatementTexts {
  const situating = entities.filter((entity) => contextOf([entity]) !== null);
  const nouns = tokens.filter(
    ({ tag, start, end }) => /^NN/.test(tag) && !entities.some((entity) => start < entity.end && entity.start < end),
  );
  return {
    whole: text,
    masked: replaceSpans(text, [...entities, ...nouns], () => '[UNK]'),
    placeless: replaceSpans(
      text,
      entities.filter(({ type }) => type in NEUTRAL),
      ({ type = '' }) => NEUTRAL[type],
    ),
    situation: situating.map(({ text: name }) => name).join(', '),
  };
}

const NEUTRAL: Readonly<Record<string, string>> = { GPE: 'there', DATE: 'then', TIME: 'then', EVENT: 'then', PERSON: 'someone' };

interface Span {
  start: number;
  end: number;
  type?: string;
}

/** Of overlapping spans the first counts. */
function replaceSpans(text: string, spans: readonly Span[], replacement: (span: Span) => string): string {
  let replaced = '';
  let from = 0;
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start < from) continue;
    replaced += text.slice(from, span.start) + replacement(span);
    from = span.end;
  }
  return replaced + text.slice(from);
}
