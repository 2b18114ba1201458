/** Annotators' comments on uncertainty (Santos et al. 2022, section 4.2), by question. */
import { escapeHtml, type Section } from '../../../report/index.ts';
import { bareTgcsrId, type TgcsrContext } from '../context.ts';
import type { RatedPairs } from '../ratings/rated-pairs.ts';

/** No section where nobody commented. */
export function commentSection(context: TgcsrContext, { pairs, annotators }: RatedPairs): Section[] {
  const answers = new Map(context.answers.map(({ id, text }) => [bareTgcsrId(id), text]));
  const blocks = context.questions.flatMap(({ id, category, text }) => {
    const lines = pairs
      .filter(({ question }) => question === bareTgcsrId(id))
      .flatMap(({ answer, values, comments }) =>
        Object.entries(comments).map(([annotator, comment]) => {
          const rating = values[annotators.indexOf(annotator)];
          return `<li>“${escapeHtml(answers.get(answer) ?? answer)}”, ${escapeHtml(annotator)} (${rating ?? 'no rating'}): ${escapeHtml(comment)}</li>`;
        }),
      );
    return lines.length > 0 ? [`<h3>${escapeHtml(`${category}: ${text}`)}</h3><ul>${lines.join('')}</ul>`] : [];
  });
  return blocks.length > 0 ? [{ id: 'comments', title: 'Comments of the annotators', html: blocks.join('') }] : [];
}
