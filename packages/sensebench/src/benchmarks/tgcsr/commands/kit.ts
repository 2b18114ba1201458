/** `sensebench tgcsr kit starter` packs a dataset for competitors; `kit annotation` writes the workbooks that annotators fill in. */
import { join } from 'node:path';
import { type ActionGroup, defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { createFolder, nameOf, writeFileAtomic, writeXlsx } from '../../../files/index.ts';
import { composeContext } from '../author/compose-context.ts';
import { readContext } from '../author/read-context.ts';
import { starterKit } from '../kit/starter-kit.ts';
import { annotationWorkbook } from '../ratings/annotation-workbook.ts';
import { readTaxonomy } from '../taxonomy/taxonomy.ts';

const starter = defineAction({
  summary: 'a zip with the data of a TG-CSR dataset without test labels, a format checker and an example submission',
  options: z.object({
    dataset: z.string().describe('a dataset folder made by sensebench build tgcsr'),
    out: z.string().describe('the zip to write'),
  }),
  examples: ['tgcsr kit starter --dataset my-dataset --out starter-kit.zip'],
  async run({ dataset, out }) {
    const { zip, files } = await starterKit(dataset);
    await writeFileAtomic(out, zip);
    return { json: { out, bytes: zip.length, files: Object.keys(files) }, text: `${out}: ${Object.keys(files).join(', ')}` };
  },
});

const annotation = defineAction({
  summary: 'a workbook for each annotator: guidelines, context and theme, then tabs without category names',
  options: z.object({
    author: z.string().describe('the authored context: YAML, XLSX, or a folder'),
    annotators: z.array(z.string()).min(1).describe('names of the annotators'),
    out: z.string().describe('the folder to write'),
    taxonomy: z.string().optional().describe('YAML with further concepts or categories'),
    seed: z.number().int().default(1).describe("seed of each annotator's order of tabs"),
  }),
  examples: ['tgcsr kit annotation --author context.yaml --annotators A B C --out workbooks'],
  async run({ author, annotators, out, taxonomy: path, seed }) {
    const wrong = annotators.find((name, i) => !/^[\p{L}\p{N}_-]+$/u.test(name) || annotators.indexOf(name) !== i);
    if (wrong !== undefined)
      throw new InputError(`"${wrong}" cannot name an annotator`, { expected: 'letters and digits, each name once' });
    const taxonomy = await readTaxonomy(path);
    const { authored, files } = await readContext(author, { taxonomy });
    const { context } = composeContext(authored, { taxonomy, file: nameOf(files[0]) });
    await createFolder(out, {}, async (folder) => {
      for (const annotator of annotators)
        await writeXlsx(join(folder, `${annotator}.xlsx`), annotationWorkbook(context, { annotator, seed }));
    });
    return { json: { out, files: annotators.map((name) => `${name}.xlsx`) }, text: `${annotators.length} workbooks in ${out}` };
  },
});

export const kit: ActionGroup = { summary: 'starter kits and annotation workbooks', actions: { starter, annotation } };
