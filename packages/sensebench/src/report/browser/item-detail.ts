/** The detail view of an item: input, choices, answers with marks and scores, references. Text is never parsed as markup. */
import { showMarks } from '../escape.ts';
import { make } from './make-element.ts';
import type { OpenItem } from './open-items.ts';
import { unpackEvidence } from './pack-evidence.ts';
import type { AnswerRow, ChoiceRow, EvidenceRows, Found, MarkRow, ReportRows, SoughtRow } from './report-rows.ts';

export function showScore({ scale }: { scale: number }, value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : (scale * value).toFixed(2);
}

type ReportHead = Pick<ReportRows, 'runs' | 'common' | 'outputs' | 'groups'>;

export function describeItem(page: Document, { runs, common, outputs, groups }: ReportHead, { item, texts }: OpenItem): Node[] {
  const list = make(page, 'dl');
  const add = (title: string, ...content: (Node | string)[]) => {
    const cell = make(page, 'dd');
    cell.append(...content);
    list.append(make(page, 'dt', title), cell);
  };
  // The right choice is marked in the list of choices.
  const references = item.choices ? [] : item.references;
  for (const [i, text] of references.entries()) add(references.length > 1 ? `reference ${i + 1}` : 'reference', showMarks(text));
  for (const [r, answer] of item.answers.entries()) {
    const scores = outputs.map((output, o) => `${output.name} ${showScore(output, answer.scores[o])}`).join(' · ');
    add(
      runs[r],
      ...answerParts(page, { text: answer.text, length: answer.length, ...unpackEvidence(answer, texts) }, item.choices),
      make(page, 'p', scores, 'item-scores'),
      ...(answer.prompt ? [foldedPart(page, 'What the model was sent', answer.prompt.map((line) => texts[line]).join('\n'))] : []),
    );
  }
  for (const [g, value] of (item.groups ?? []).entries()) if (value !== null) add(groups[g].name, showMarks(groups[g].values[value]));
  // Keywords are shown above each output: the input would only repeat them.
  const repeated = item.answers.some(({ sought }) => sought);
  return [
    make(page, 'h3', item.id),
    ...(repeated ? [] : [make(page, 'p', item.input)]),
    ...(item.choices ? [choiceList(page, item.choices)] : []),
    list,
    ...(common ? [foldedPart(page, 'What all items begin with', common.replace(/ · $/, ''))] : []),
  ];
}

/** Tooltips of chips, in addition to the colours of the legend. */
const WHERE: Partial<Record<Found, string>> = {
  missing: 'not in the output',
  later: 'only beyond the second sentence, which is not counted',
};

function foldedPart(page: Document, title: string, text: string): HTMLElement {
  const part = make(page, 'details', undefined, 'prompt');
  const box = make(page, 'pre', text);
  box.tabIndex = 0;
  part.append(make(page, 'summary', title), box);
  return part;
}

type ShownAnswer = Pick<AnswerRow, 'text' | 'length'> & EvidenceRows;

function answerParts(page: Document, { text, length, sought, marks = [] }: ShownAnswer, choices?: readonly ChoiceRow[]): Node[] {
  const chosen = choices?.find(({ label }) => label === text);
  if (chosen) return [make(page, 'span', named(chosen), `answer ${chosen.right ? 'right' : 'wrong'}`)];
  if (choices && text.trim() === '') return [make(page, 'span', 'names no choice', 'note')];
  const rest = length
    ? [make(page, 'p', `… ${length.toLocaleString('en')} characters in all; the whole text is in predictions.jsonl`, 'note')]
    : [];
  return [...(sought ? [chips(page, sought)] : []), ...markedText(page, text, marks), ...rest];
}

function named({ label, text }: ChoiceRow): string {
  return label === text ? label : `${label}: ${text}`;
}

function choiceList(page: Document, choices: readonly ChoiceRow[]): HTMLElement {
  const list = make(page, 'ul', undefined, 'choices');
  for (const { label, text, right } of choices) {
    const line = make(page, 'li', undefined, right ? 'right' : undefined);
    line.append(make(page, 'b', label), label === text ? '' : showMarks(` ${text}`));
    list.append(line);
  }
  return list;
}

function chips(page: Document, sought: readonly SoughtRow[]): HTMLElement {
  const list = make(page, 'ul', undefined, 'chips');
  for (const { text, found, astray, note } of sought) {
    const chip = make(page, 'li', text, `chip ${found}${astray ? ' astray' : ''}`);
    chip.title = showMarks([WHERE[found] ?? '', note ?? ''].filter(Boolean).join('; '));
    list.append(chip);
  }
  return list;
}

/** Marks are sorted from left to right; those outside the text, which may be cut, are left out. */
function markedText(page: Document, text: string, marks: readonly MarkRow[]): Node[] {
  const parts: Node[] = [];
  let from = 0;
  for (const { start, end, found, note } of marks) {
    if (start < from || end > text.length) continue;
    const mark = make(page, 'mark', text.slice(start, end), found);
    if (note) mark.title = showMarks(note);
    parts.push(page.createTextNode(showMarks(text.slice(from, start))), mark);
    from = end;
  }
  return [...parts, page.createTextNode(showMarks(text.slice(from)))];
}
