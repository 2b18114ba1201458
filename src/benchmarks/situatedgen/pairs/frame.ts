/** The predicate frame of a statement: its main verb, how it is built, what is negated, and the slot that each place or time fills. */
import type { TextEntity, Token } from '../../../core/index.ts';
import { contextOf } from '../contexts.ts';

export interface ContextSlot {
  context: 'GEO' | 'TEMP';
  /** The place or time as it is written, and where. */
  name: string;
  start: number;
  end: number;
  /** The part of the frame: subject, object, complement, place of the subject, or the verb of another clause. */
  role: string;
  preposition: string;
}

export interface Frame {
  /** The base form of the main verb; "X can be found" has "find", and a copula is "be". */
  verb: string;
  /** What completes the verb: an object, a clause, a noun, an adjective, a preposition, nothing. */
  shape: string;
  /** A finished event, or something that holds in general. */
  past: boolean;
  negated: boolean;
  /** The verb of an "if", "when" or "to" clause that goes with the main one. */
  condition: string;
  /** Whether the main verb is finite and agrees with its subject: "Salmon found in Alaska" does not. */
  finite: boolean;
  slots: ContextSlot[];
  /** Words of content that are neither the main verb nor part of a place or time. */
  values: string[];
  /** The word that the sentence says something of. */
  theme: string;
  /** Whether a name beside the places and times is among the values. */
  named: boolean;
  /** Who acts: anyone, as in "you find" and "can be found"; people, who may be either; or someone. */
  agent: 'anyone' | 'people' | 'someone';
  /** Words that are neither names nor nouns, in their order. */
  skeleton: string[];
}

/** "Likely to find", "unusual to see": the verb behind them is the main one. */
const HEDGES =
  /^(likely|unlikely|possible|impossible|common|uncommon|usual|unusual|typical|rare|able|easy|hard|sure|certain|popular|best)$/;
const DENYING = /^(unlikely|impossible|uncommon|unusual|rare|hard)$/;
const LIGHT = /^(have|need|tend|seem|appear|use)$/;
/** "If you visit Japan", "by travelling to Japan": clauses that say where someone is. */
const BEING_THERE = /^(visit|travel|go|come|be|live|stay|have)$/;
/** "In the state of Iowa" is "in Iowa". */
const CLASS_NOUN =
  /^(state|city|country|nation|continent|province|county|town|village|island|region|area|part|kingdom|empire|republic|north|south|east|west|northeast|northwest|southeast|southwest|middle|center|capital|coast|month|day|year|season|time|period|century|decade|beginning|end|morning|evening|night)$/;
const PLACE_PREPOSITION = /^(in|on|at|inside|within|across|throughout|around|over|near|along|off|through)$/;
const ANYONE = /^(you|one|i|we|they|he|she|it|someone|somebody|anyone|people|person|human|man|woman|tourist|traveler|visitor|folk|there)$/;
const MEASURE = /^(million|thousand|hundred|dozen|ten|lot|number|plenty|kind|type|piece)$/;

type Parsed = Token & { head: number; relation: string };

class Tree {
  readonly tokens: readonly Parsed[];

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens.map((token) => ({ ...token, head: token.head ?? 0, relation: token.relation ?? 'dep' }));
  }

  parent(token: Parsed): Parsed | undefined {
    return this.tokens[token.head - 1];
  }

  children(token: Parsed, relations?: RegExp): Parsed[] {
    const place = this.tokens.indexOf(token) + 1;
    return this.tokens.filter(({ head, relation }) => head === place && (relations?.test(relation) ?? true));
  }

  within(token: Parsed, ancestor: Parsed): boolean {
    for (let at: Parsed | undefined = token, steps = 0; at && steps < 60; at = this.parent(at), steps++) if (at === ancestor) return true;
    return false;
  }
}

/** `tokens` are parsed; `entities` are the statement's, of any type. */
export function readFrame(tokens: readonly Token[], entities: readonly TextEntity[]): Frame {
  const tree = new Tree(tokens);
  const contexts = entities.filter((entity) => contextOf([entity]) !== null);
  const root = tree.tokens.find(({ relation }) => relation === 'root') ?? tree.tokens[0];
  if (!root)
    return {
      verb: '',
      shape: '',
      past: false,
      negated: false,
      condition: '',
      finite: false,
      slots: [],
      values: [],
      theme: '',
      named: false,
      agent: 'anyone',
      skeleton: [],
    };
  const { main, negations } = mainPredicate(tree, root);
  const copula = tree.children(main, /^cop$/).length > 0;
  const passive = !copula && main.tag === 'VBN' && tree.children(main, /^aux$/).some(({ lemma }) => lemma === 'be' || lemma === 'get');
  // "You can go to the university" is "you can visit the university".
  const visit = main.lemma === 'go' ? tree.children(main, /^obl$/).find((part) => caseOf(tree, part) === 'to') : undefined;
  const verb = copula ? 'be' : visit ? 'visit' : main.lemma.toLowerCase();
  const inside = (token: Parsed) => contexts.some(({ start, end }) => token.start < end && start < token.end);
  const condition = tree.children(main, /^advcl$/)[0] ?? tree.children(root, /^advcl$/)[0];
  const content = tree.tokens.filter(
    (token) =>
      token !== main && !inside(token) && /^(NN|JJ|VB|CD)/.test(token.tag) && !/^(aux|cop)$/.test(token.relation) && !isFiller(token),
  );
  const values = [...new Set(content.map(({ lemma }) => lemma.toLowerCase()))].sort();
  if (copula && !inside(main) && !isFiller(main)) values.push(main.lemma.toLowerCase());
  return {
    verb,
    shape: visit ? 'object' : shapeOf(tree, main, { copula, passive }),
    past: isPast(tree, main, root),
    negated:
      (negations + [main, root].filter((token, i) => i === 0 || token !== main).flatMap((token) => negationsOf(tree, token)).length) % 2 ===
      1,
    condition: condition && !BEING_THERE.test(condition.lemma.toLowerCase()) ? condition.lemma.toLowerCase() : '',
    finite: isWhole(tree, root),
    slots: contexts.map((entity) => slotOf(tree, entity, main, passive)),
    values,
    theme: themeOf(tree, main, passive),
    named: content.some(({ tag }) => tag.startsWith('NNP')),
    agent: agentOf(tree, main, root, passive),
    skeleton: tree.tokens
      .filter((token) => !inside(token) && !/^(NN|JJ|CD|DT|[.,:])/.test(token.tag))
      .map(({ text }) => text.toLowerCase()),
  };
}

function caseOf(tree: Tree, token: Parsed): string {
  return (
    tree
      .children(token, /^case$/)
      .find(({ start }) => start < token.start)
      ?.lemma.toLowerCase() ?? ''
  );
}

function negationsOf(tree: Tree, token: Parsed): Parsed[] {
  const own = [...tree.children(token), ...tree.children(token, /^(nsubj|obj)$/).flatMap((part) => tree.children(part, /^det$/))];
  return own.filter(({ text }) => /^(not|never|no|neither|nor|n['’]t|nobody|nothing|none)$/i.test(text));
}

function agentOf(tree: Tree, main: Parsed, root: Parsed, passive: boolean): Frame['agent'] {
  const subject = tree.children(main, /^nsubj$/)[0] ?? tree.children(root, /^nsubj$/)[0];
  const word = subject?.lemma.toLowerCase() ?? '';
  if (passive || /^(|you|one|i|we|someone|somebody|anyone|there|it)$/.test(word)) return 'anyone';
  return ANYONE.test(word) ? 'people' : 'someone';
}

function isFiller({ lemma }: Parsed): boolean {
  const word = lemma.toLowerCase();
  return HEDGES.test(word) || CLASS_NOUN.test(word) || ANYONE.test(word) || MEASURE.test(word);
}

function mainPredicate(tree: Tree, root: Parsed): { main: Parsed; negations: number } {
  let main = root;
  let negations = 0;
  for (let steps = 0; steps < 4; steps++) {
    const word = main.lemma.toLowerCase();
    const inner = tree.children(main, /^(xcomp|csubj|ccomp)$/).filter(({ tag }) => /^VB/.test(tag));
    const going = word === 'go' && inner.some(({ tag }) => tag === 'VBG');
    const passed =
      going ||
      HEDGES.test(word) ||
      (LIGHT.test(word) && inner.some((verb) => tree.children(verb, /^mark$/).some(({ lemma }) => lemma === 'to')));
    const next = inner.at(-1);
    if (!passed || !next) break;
    if (DENYING.test(word)) negations++;
    main = next;
  }
  return { main, negations };
}

function shapeOf(tree: Tree, main: Parsed, { copula, passive }: { copula: boolean; passive: boolean }): string {
  if (copula) {
    const preposition = tree.children(main, /^case$/)[0]?.lemma.toLowerCase();
    if (preposition) return PLACE_PREPOSITION.test(preposition) ? 'place' : preposition;
    return /^JJ/.test(main.tag) ? 'adjective' : 'noun';
  }
  if (tree.children(main, /^ccomp$/).length > 0) return 'clause';
  return passive || tree.children(main, /^(obj|iobj)$/).length > 0 ? 'object' : 'none';
}

function isPast(tree: Tree, main: Parsed, root: Parsed): boolean {
  const first = [...tree.children(main, /^(aux|cop)$/), ...(main === root ? [] : tree.children(root, /^(aux|cop)$/))].sort(
    (a, b) => a.start - b.start,
  )[0];
  return (first ?? main).tag === 'VBD' || (!first && main.tag === 'VBN');
}

/**
 * Whether the sentence has a finite verb, as "Salmon found in Alaska" and "The zoo not have a dodo" do not. A noun as root says nothing: there the
 * parser took the verb for a noun.
 */
function isWhole(tree: Tree, root: Parsed): boolean {
  if (tree.tokens.some(({ tag }) => /^(VBZ|VBP|VBD|MD)$/.test(tag))) return true;
  const verb = /^VB/.test(root.tag) ? root : tree.children(root, /^acl$/).find(({ tag }) => tag === 'VBN');
  if (!verb || tree.children(verb, /^(aux|cop)$/).length > 0) return true;
  if (verb.tag !== 'VB') return false;
  const subject = tree.children(verb, /^nsubj$/)[0];
  return !subject || /^(NNS|NNPS|PRP)$/.test(subject.tag);
}

function themeOf(tree: Tree, main: Parsed, passive: boolean): string {
  let theme = passive ? tree.children(main, /^nsubj$/)[0] : (tree.children(main, /^obj$/)[0] ?? tree.children(main, /^nsubj$/)[0]);
  for (let steps = 0; theme && MEASURE.test(theme.lemma.toLowerCase()) && steps < 3; steps++)
    theme = tree.children(theme, /^nmod$/)[0] ?? undefined;
  return theme?.lemma.toLowerCase() ?? '';
}

/** The preposition right before the entity, over articles, adjectives and "the state of". */
function prepositionBefore(tree: Tree, first: Parsed): string {
  let place = tree.tokens.indexOf(first) - 1;
  while (/^(DT|JJ)$/.test(tree.tokens[place]?.tag ?? '')) place--;
  if (tree.tokens[place]?.text === 'of' && CLASS_NOUN.test(tree.tokens[place - 1]?.lemma.toLowerCase() ?? '')) {
    place -= 2;
    while (/^(DT|JJ)$/.test(tree.tokens[place]?.tag ?? '')) place--;
  }
  const found = tree.tokens[place];
  return found && /^(IN|TO)$/.test(found.tag) ? found.text.toLowerCase() : '';
}

/** "You find a bureau and politicians in Washington": nothing but nouns stands between the verb and the place, whatever the tree says. */
function followsVerb(tree: Tree, first: Parsed, main: Parsed): boolean {
  if (!PLACE_PREPOSITION.test(prepositionBefore(tree, first)) || first.start < main.start) return false;
  const between = tree.tokens.filter(({ start }) => start > main.start && start < first.start);
  return between.every(
    ({ tag, text, relation }) =>
      (!/^(VB|W|MD)/.test(tag) || /^(acl|amod)$/.test(relation)) && !/^(if|that|because|when|while)$/i.test(text),
  );
}

/** Climbs from the entity to the argument of the main verb that it is a part of. */
function slotOf(tree: Tree, entity: TextEntity, main: Parsed, passive: boolean): ContextSlot {
  const own = tree.tokens.filter(({ start, end }) => start < entity.end && entity.start < end);
  const head = own.find((token) => !own.includes(tree.parent(token) as Parsed)) ?? own[0];
  const context = contextOf([entity]) === 'TEMP' ? ('TEMP' as const) : ('GEO' as const);
  const entry = { context, name: entity.text, start: entity.start, end: entity.end };
  if (!head) return { ...entry, role: 'none', preposition: '' };
  if (followsVerb(tree, own[0], main)) return { ...entry, role: 'place', preposition: prepositionBefore(tree, own[0]) };
  let at = head;
  let preposition = '';
  let nested = '';
  for (let steps = 0; steps < 30; steps++) {
    const before = caseOf(tree, at);
    const parent = tree.parent(at);
    if (at === main || !parent) return { ...entry, role: 'complement', preposition: preposition || before };
    if (/^(compound|flat|appos|conj|amod|nummod|det|fixed)$/.test(at.relation)) {
      at = parent;
      continue;
    }
    if (at.relation === 'nmod' && before === 'of' && CLASS_NOUN.test(parent.lemma.toLowerCase())) {
      at = parent;
      continue;
    }
    preposition ||= before;
    if (at.relation === 'nmod') {
      if (!PLACE_PREPOSITION.test(preposition)) nested ||= `${preposition} ${parent.lemma.toLowerCase()}`;
      at = parent;
      continue;
    }
    const role = /^nsubj$/.test(at.relation)
      ? passive
        ? 'object'
        : 'subject'
      : at.relation === 'obj'
        ? 'object'
        : /^obl/.test(at.relation)
          ? 'place'
          : at.relation;
    if (
      parent !== main &&
      BEING_THERE.test(parent.lemma.toLowerCase()) &&
      /^(object|place|xcomp)$/.test(role) &&
      /^(|to|in|at)$/.test(preposition)
    )
      return { ...entry, role: 'place', preposition: 'in' };
    const clause = parent === main ? '' : `${parent.lemma.toLowerCase()}: `;
    // "You find canals in Venice": the parser may hang Venice on the verb or on its object.
    const part =
      role === 'object' && PLACE_PREPOSITION.test(preposition) && at.start > main.start
        ? 'place'
        : preposition && (role === 'subject' || role === 'object')
          ? 'place of the subject'
          : role;
    return { ...entry, role: `${clause}${part}${nested && ` (${nested})`}`, preposition };
  }
  return { ...entry, role: 'none', preposition };
}
