/** Trees with the state splits of an unlexicalized grammar, and their binary rules (Klein and Manning 2003, Accurate Unlexicalized Parsing). */
import { tagMark } from '../../packages/metrics/src/metrics/spice/parse/caption-lexicon.ts';
import { headIndex } from './head-rules.ts';

/** A node of a phrase-structure tree; a word's node has its tag as label and no children. */
export interface Tree {
  label: string;
  children: Tree[];
  word?: string;
}

/** Reads "(ROOT (NP (DT a) (NN dog)))". */
export function readTree(text: string): Tree {
  const stack: Tree[] = [{ label: '', children: [] }];
  for (const [, open, label, word] of text.matchAll(/(\()([^\s()]+)|([^\s()]+)|\)/g)) {
    const top = stack[stack.length - 1];
    if (open !== undefined) {
      const node = { label, children: [] };
      top.children.push(node);
      stack.push(node);
    } else if (word !== undefined) top.word = word;
    else stack.pop();
  }
  return stack[0].children[0];
}

const isVerb = (tag: string) => /^(VB|MD)/.test(tag);
const isLeaf = (tree: Tree) => tree.word !== undefined;
const headOf = ({ label, children }: Tree) =>
  headIndex(
    label,
    children.map((child) => child.label),
  );

const dominatesVerb = (tree: Tree): boolean => (isLeaf(tree) ? isVerb(tree.label) : tree.children.some(dominatesVerb));

/** SPLIT-VP: the form of the head verb; all finite forms are one. */
function verbForm(tree: Tree): string {
  const head = tree.children[headOf(tree)];
  if (!isLeaf(head)) return head.label === 'VP' ? verbForm(head) : 'X';
  return /^(VBZ|VBP|VBD|MD)$/.test(head.label) ? 'F' : head.label;
}

/** A word's state: SPLIT-AUX and SPLIT-CC, UNARY-DT and UNARY-RB, TAG-PA; SPLIT-IN by what stands above the phrase as well. */
function splitTag({ label, word = '' }: Tree, above: Tree, over: Tree | null): string {
  const alone = above.children.length === 1 && /^(DT|RB)$/.test(label) ? '-U' : '';
  const higher = /^(IN|TO)$/.test(label) ? `^${over?.label ?? ''}` : '';
  return `${label}${tagMark(label, word)}${alone}^${above.label}${higher}`;
}

/** A phrase's state: UNARY-INTERNAL, BASE-NP, POSS-NP, RIGHT-REC-NP, SPLIT-VP, GAPPED-S, DOMINATES-V, and the parent. */
function splitPhrase(tree: Tree, above: Tree): string {
  const { label, children } = tree;
  const last = children[children.length - 1];
  let marks = children.length === 1 && !isLeaf(last) ? '-U' : '';
  if (label.startsWith('NP')) {
    if (children.every(isLeaf)) marks += '-B';
    if (last.label === 'POS') marks += '-P';
    if (last.label === 'NP') marks += '-R';
  }
  if (label === 'VP') marks += `-${verbForm(tree)}`;
  if (label === 'S' && !children.some((child) => child.label.startsWith('NP'))) marks += '-G';
  if (!/^(VP|S|SBAR|SINV|SQ|SBARQ)$/.test(label) && dominatesVerb(tree)) marks += '-v';
  return `${label}${marks}^${above.label}`;
}

function split(tree: Tree, above: Tree | null, over: Tree | null): string {
  if (above === null) return tree.label;
  return isLeaf(tree) ? splitTag(tree, above, over) : splitPhrase(tree, above);
}

/** A rule's application: a word, one child, or two; `@` names stand for a phrase under way. */
export interface BinaryNode {
  label: string;
  left?: BinaryNode;
  right?: BinaryNode;
  word?: string;
}

/** A phrase under way: its state, its head, the side that grows, the last siblings on it, nearest first. */
export type UnderWay = readonly [phrase: string, head: string, side: string, ...siblings: string[]];

const withoutParents = (label: string) => label.replace(/\^.*$/, '');

/** Head first, then what stands right of it, then what stands left. `name` may forget siblings of a phrase under way. */
export function binarize(tree: Tree, name: (state: UnderWay) => string, above: Tree | null = null, over: Tree | null = null): BinaryNode {
  const label = split(tree, above, over);
  if (isLeaf(tree)) return { label, word: tree.word };
  const children = tree.children.map((child) => binarize(child, name, tree, above));
  if (children.length === 1) return { label, left: children[0] };
  const names = children.map((child) => withoutParents(child.label));
  const head = headOf(tree);
  const numbers = children.map((_, i) => i);
  const steps = [...numbers.slice(head + 1), ...numbers.slice(0, head).reverse()];
  let made = children[head];
  steps.forEach((i, step) => {
    const seen = steps
      .slice(0, step + 1)
      .slice(-2)
      .reverse()
      .map((k) => names[k]);
    const state = step === steps.length - 1 ? label : name([label, names[head], i > head ? '>' : '<', ...seen]);
    made = i > head ? { label: state, left: made, right: children[i] } : { label: state, left: children[i], right: made };
  });
  return made;
}
