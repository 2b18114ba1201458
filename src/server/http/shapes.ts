/** Shapes that several routes share: roles, problems, ids, tables, forms. */
import { z } from '@hono/zod-openapi';

/** A visitor is somebody without a session. */
const ROLES = ['owner', 'annotator', 'viewer', 'participant'] as const;
export const roleSchema = z.enum(ROLES);
/** Those of a study. */
export const studyRoleSchema = roleSchema.exclude(['participant']);
export type Role = z.infer<typeof roleSchema>;

/** What went wrong, in one line for a person. `reasons` are those of the task's check. */
const problemSchema = z
  .object({
    problem: z.string().describe('one line for a person'),
    field: z.string().optional().describe('the field of the request that it is about'),
    reasons: z.array(z.string()).optional(),
  })
  .openapi('Problem');

export const adviceSchema = z.object({ refuse: z.boolean(), text: z.string() });
export type Advice = z.infer<typeof adviceSchema>;

const textId = z.string().min(1).max(100);
export const studyParams = z.object({ study: textId });
export const time = z.string().describe('ISO 8601, by the clock of the database');

/** Cells are texts as they are to be shown. */
export const tableSchema = z
  .object({
    caption: z.string().optional(),
    columns: z.array(z.object({ label: z.string(), align: z.enum(['left', 'right']) })),
    rows: z.array(z.array(z.string())),
  })
  .openapi('Table');
export type ShownTable = z.infer<typeof tableSchema>;

const formFieldSchema = z.object({
  /** Where the field is in the answer: `['rationales', 'A dog runs.']`. Empty where the answer is this field alone. */
  path: z.array(z.string()),
  label: z.string(),
  help: z.string().optional(),
  kind: z.enum(['choice', 'number', 'text', 'longtext', 'list']),
  required: z.boolean(),
  options: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() })).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** Whole numbers only. */
  whole: z.boolean().optional(),
  /** How many sentences a text should have. */
  sentences: z.number().optional(),
});
/** What the pages draw where a task has no page of its own. */
export const formSchema = z
  .object({
    fields: z.array(formFieldSchema),
    /** Parts of the value that have no field here: they depend on the item, or the task needs a page of its own. */
    lacking: z.array(z.string()),
  })
  .openapi('Form');
export type Form = z.infer<typeof formSchema>;

/** What an annotator sees of an item, and a value: their forms are the task's. */
export const jsonSchema = z.unknown().openapi({ description: 'any JSON' });

const problem = (description: string) => ({ content: { 'application/json': { schema: problemSchema } }, description });

/** The answers that every route can give. */
export const PROBLEMS = {
  400: problem('the request is not of the form that the route takes'),
  401: problem('no session, or one that has ended'),
  403: problem('the role, the study or the origin does not allow it'),
  404: problem('there is no such thing'),
  409: problem('somebody or something else was first; nothing was changed'),
  413: problem('the body is too large'),
  421: problem('the server is not known under the host of the request'),
  422: problem('the value is refused; nothing was saved'),
  429: problem('too many requests'),
  503: problem('the database cannot be reached; nothing was saved'),
} as const;

export function answers<S extends z.ZodType>(schema: S, description: string) {
  return { ...PROBLEMS, 200: { content: { 'application/json': { schema } }, description } };
}

/** `required`: without it a body without a content type would not be checked. */
export function body<S extends z.ZodType>(schema: S) {
  return { body: { required: true as const, content: { 'application/json': { schema } } } };
}

/** A file to save; its name is in the header Content-Disposition. */
export function file(type: string, description: string) {
  return { ...PROBLEMS, 200: { content: { [type]: { schema: z.string() } }, description } };
}
