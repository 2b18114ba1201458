/** Schemas shared by several routes: roles, problems, ids, tables, forms, and the responses built from them. */
import { z } from '@hono/zod-openapi';

/** Visitors have no session and therefore no role. */
const ROLES = ['owner', 'annotator', 'viewer', 'participant'] as const;
export const roleSchema = z.enum(ROLES);
/** The roles within a study. */
export const studyRoleSchema = roleSchema.exclude(['participant']);
export type Role = z.infer<typeof roleSchema>;

/** A one-line error message. `reasons` come from the task's own check of an answer. */
const problemSchema = z
  .object({
    problem: z.string().describe('a one-line message for the user'),
    field: z.string().optional().describe('the field of the request that caused it'),
    reasons: z.array(z.string()).optional(),
  })
  .openapi('Problem');

export const adviceSchema = z.object({ refuse: z.boolean(), text: z.string() });
export type Advice = z.infer<typeof adviceSchema>;

const textId = z.string().min(1).max(100);
export const studyParams = z.object({ study: textId });
export const time = z.string().describe('ISO 8601, by the database clock');

/** Cells are formatted text. */
export const tableSchema = z
  .object({
    caption: z.string().optional(),
    columns: z.array(z.object({ label: z.string(), align: z.enum(['left', 'right']) })),
    rows: z.array(z.array(z.string())),
  })
  .openapi('Table');
export type ShownTable = z.infer<typeof tableSchema>;

const formFieldSchema = z.object({
  /** The path of the field within the answer, like `['rationales', 'A dog runs.']`; empty if the answer is this single field. */
  path: z.array(z.string()),
  label: z.string(),
  help: z.string().optional(),
  kind: z.enum(['choice', 'number', 'text', 'longtext', 'list']),
  required: z.boolean(),
  options: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() })).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** Integers only. */
  whole: z.boolean().optional(),
  /** How many sentences a text should have. */
  sentences: z.number().optional(),
});
/** The form that the pages draw for tasks without a page of their own. */
export const formSchema = z
  .object({
    fields: z.array(formFieldSchema),
    /** Parts of the value without a field here: they depend on the item, or need a page of their own. */
    lacking: z.array(z.string()),
  })
  .openapi('Form');
export type Form = z.infer<typeof formSchema>;

/** The content of an item, or an answer: the task defines the shape. */
export const jsonSchema = z.unknown().openapi({ description: 'any JSON' });

const problem = (description: string) => ({ content: { 'application/json': { schema: problemSchema } }, description });

/** Responses that any route can give. */
export const PROBLEMS = {
  400: problem('the request is malformed'),
  401: problem('there is no session, or it has expired'),
  403: problem('the role, the study or the origin is not allowed'),
  404: problem('not found'),
  409: problem('conflicts with an earlier change; nothing was changed'),
  413: problem('the body is too large'),
  421: problem('the server does not accept this Host header'),
  422: problem('the value is not acceptable; nothing was saved'),
  429: problem('too many requests'),
  503: problem('the database cannot be reached; nothing was saved'),
} as const;

export function answers<S extends z.ZodType>(schema: S, description: string) {
  return { ...PROBLEMS, 200: { content: { 'application/json': { schema } }, description } };
}

/** Without `required`, a body without a content type would skip validation. */
export function body<S extends z.ZodType>(schema: S) {
  return { body: { required: true as const, content: { 'application/json': { schema } } } };
}

/** A file download; the Content-Disposition header has its name. */
export function file(type: string, description: string) {
  return { ...PROBLEMS, 200: { content: { [type]: { schema: z.string() } }, description } };
}
