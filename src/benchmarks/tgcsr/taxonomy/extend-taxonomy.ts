/** A taxonomy of one's own: YAML with further concepts for the nine categories, or with further categories. */
import { z } from 'zod';
import { InputError } from '../../../core/index.ts';
import { nameOf, readYaml } from '../../../files/index.ts';
import { type Category, categorySchema, GORDON_HOBBS, type Taxonomy } from './taxonomy.ts';

export const extensionSchema = z.strictObject({
  title: z.string().min(1).optional(),
  categories: z.array(categorySchema).min(1),
});
export type Extension = z.infer<typeof extensionSchema>;

export async function readTaxonomy(path?: string): Promise<Taxonomy> {
  if (path === undefined) return GORDON_HOBBS;
  return extendTaxonomy(GORDON_HOBBS, await readYaml(path, extensionSchema), { file: nameOf(path) });
}

/** A known category gains the concepts, and takes over what else is said of it; a new one comes last. No concept may be defined twice in one category. */
export function extendTaxonomy(base: Taxonomy, extension: Extension, place: { file?: string } = {}): Taxonomy {
  const categories = new Map(base.categories.map((category) => [category.name, category]));
  const seen = new Set<string>();
  for (const added of extension.categories) {
    if (seen.has(added.name)) throw new InputError(`category "${added.name}" is there twice`, place);
    seen.add(added.name);
    const known = categories.get(added.name);
    demandDistinct(added, known, place);
    categories.set(added.name, known ? merge(known, added) : added);
  }
  return { title: extension.title ?? base.title, categories: [...categories.values()] };
}

function merge(known: Category, added: Category): Category {
  return {
    ...known,
    ...added,
    ontologies: [...new Set([...known.ontologies, ...added.ontologies])],
    concepts: [...known.concepts, ...added.concepts],
  };
}

function demandDistinct(added: Category, known: Category | undefined, place: { file?: string }): void {
  const names = new Set(known?.concepts.map(({ name }) => name));
  for (const { name } of added.concepts) {
    if (names.has(name)) throw new InputError(`${added.name} defines the concept "${name}" twice`, place);
    names.add(name);
  }
}
