/** Reads CommonsenseQA (Talmor et al., 2019) and ARC (Clark et al., 2018), in the official and in the flat hub layout. */
import { basename } from 'node:path';
import { z } from 'zod';
import { readJsonl } from '../../files/index.ts';
import { leftOut, type SourceReader, splitOf } from './source-reader.ts';

const choiceSchema = z.object({ label: z.string(), text: z.string() });

const officialSchema = z.looseObject({
  question: z.looseObject({ stem: z.string(), choices: z.array(choiceSchema).min(1) }),
  answerKey: z.string().nullish(),
});

const flatSchema = z.looseObject({
  question: z.string(),
  choices: z.object({ label: z.array(z.string()), text: z.array(z.string()) }),
  answerKey: z.string().nullish(),
});

const rowSchema = z.union([officialSchema, flatSchema]);

const LAYOUT =
  'JSON Lines with "question": { "stem", "choices": [{ "label", "text" }] } and "answerKey", or "question", "choices": { "label": [], "text": [] } and "answerKey"';

export const commonsenseQaReader = multipleChoiceReader({ name: 'commonsenseqa', licence: 'MIT', splitOf });

/** ARC's two parts appear in its ids as Easy and Challenge, as the released SituatedGen has them. */
export const arcReader = multipleChoiceReader({
  name: 'arc',
  licence: 'CC BY-SA 4.0',
  splitOf(path) {
    const part = /easy/i.test(basename(path)) ? 'Easy' : /challenge/i.test(basename(path)) ? 'Challenge' : null;
    return part ? `${part}-${splitOf(path.replace(/easy|challenge/gi, ''))}` : splitOf(path);
  },
});

function multipleChoiceReader(corpus: { name: string; licence: string; splitOf(path: string): string }): SourceReader {
  return {
    name: corpus.name,
    layout: LAYOUT,
    licence: corpus.licence,
    async *read(path, drop, { source = corpus.name, split = corpus.splitOf(path) } = {}) {
      let n = 0;
      for await (const { value } of readJsonl(path, rowSchema)) {
        const id = `${source}::${split}::${n++}`;
        const { stem, choices } = flatten(value);
        const right = value.answerKey ? choices.find((choice) => choice.label === value.answerKey) : undefined;
        if (!value.answerKey) drop(leftOut('question without answer', id, stem));
        else if (!right) drop(leftOut('answer is none of the choices', id, stem));
        else {
          const texts = choices.map((choice) => choice.text);
          yield { id, source, split, kind: 'choice', question: stem, answer: right.text, choices: texts, licence: corpus.licence };
        }
      }
    },
  };
}

function flatten(row: z.infer<typeof rowSchema>): { stem: string; choices: { label: string; text: string }[] } {
  if (typeof row.question === 'object') return { stem: row.question.stem.trim(), choices: row.question.choices };
  const { label, text } = (row as z.infer<typeof flatSchema>).choices;
  return { stem: row.question.trim(), choices: label.map((name, index) => ({ label: name, text: text[index] ?? '' })) };
}
