/** Routes of people: invitations, annotators and the signals of their quality, notes between them and the owner. */
import { createRoute, z } from '@hono/zod-openapi';
import { answers, body, roleSchema, studyParams, studyRoleSchema, time } from '../shapes.ts';

const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  label: z.string(),
  created: time,
  expires: time,
  /** How many people may join by it, and how many have. */
  uses: z.number(),
  used: z.number(),
  revoked: z.boolean(),
  idle: z.number().describe('of those who joined by a link for several: how many have done nothing yet'),
});

export const invite = createRoute({
  method: 'post',
  path: '/api/studies/{study}/invitations',
  request: {
    params: studyParams,
    ...body(
      z.object({
        role: studyRoleSchema.default('annotator'),
        label: z.string().max(100).default('').describe('what the owner calls the person or the group; personal data is not needed'),
        uses: z.number().int().min(1).max(100_000).default(1),
        days: z.number().min(0.001).max(365).default(14),
        /** A platform whose ids come with the link; the page reads them from the address. */
        crowd: z.enum(['prolific', 'mturk']).optional(),
      }),
    ),
  },
  responses: answers(
    z.object({ invitation: invitationSchema, link: z.string().describe('shown once: only a hash of its token is stored') }),
    'the link',
  ),
});

export const listInvitations = createRoute({
  method: 'get',
  path: '/api/studies/{study}/invitations',
  request: { params: studyParams },
  responses: answers(z.object({ invitations: z.array(invitationSchema) }), 'without their links'),
});

export const revokeInvitation = createRoute({
  method: 'delete',
  path: '/api/studies/{study}/invitations/{invitation}',
  request: { params: studyParams.extend({ invitation: z.string() }) },
  responses: answers(
    z.object({ revoked: z.literal(true), sessions: z.number().describe('sessions that ended with it') }),
    'nobody can join by it',
  ),
});

export const releasePlaces = createRoute({
  method: 'post',
  path: '/api/studies/{study}/invitations/{invitation}/release',
  request: { params: studyParams.extend({ invitation: z.string() }) },
  responses: answers(
    z.object({ released: z.number() }),
    'people who have done nothing yet are removed; their places are free, also for them',
  ),
});

const personSchema = z.object({
  person: z.string(),
  /** The name in exported decisions: A, B, C … in the order of joining, or a label that the owner gave. */
  annotator: z.string(),
  role: roleSchema,
  simulated: z.boolean(),
  joined: time,
  seen: time.nullable(),
  state: z.enum(['qualifying', 'working', 'failed', 'excluded', 'withdrawn', 'done']),
  answers: z.number(),
  medianSeconds: z.number().nullable(),
  gold: z.object({ right: z.number(), of: z.number() }).nullable(),
  agreement: z.number().nullable().describe('with what most of the others say'),
  competence: z.number().nullable().describe('by Dawid and Skene'),
  /** Signals of the task's own and of the frame; a warning says what is odd. */
  signals: z.array(z.object({ name: z.string(), value: z.string(), warning: z.string().optional() })),
});

export const listPeople = createRoute({
  method: 'get',
  path: '/api/studies/{study}/people',
  request: { params: studyParams },
  responses: answers(z.object({ people: z.array(personSchema) }), 'annotators with the signals of their quality'),
});

/** Answers stay in the log; the slots of an excluded person open again. */
export const excludePerson = createRoute({
  method: 'post',
  path: '/api/studies/{study}/people/{person}/exclusion',
  request: {
    params: studyParams.extend({ person: z.string() }),
    ...body(z.object({ excluded: z.boolean(), reason: z.string().max(500).default('') })),
  },
  responses: answers(z.object({ excluded: z.boolean(), reopened: z.number().describe('answers that no longer count') }), 'done'),
});

const noteSchema = z.object({
  note: z.string(),
  annotator: z.string(),
  item: z.string().nullable(),
  from: z.enum(['annotator', 'owner']),
  text: z.string(),
  at: time,
});

export const listNotes = createRoute({
  method: 'get',
  path: '/api/studies/{study}/notes',
  request: { params: studyParams },
  responses: answers(
    z.object({ notes: z.array(noteSchema.extend({ person: z.string() })) }),
    'notes of all annotators and answers to them',
  ),
});

export const answerNote = createRoute({
  method: 'post',
  path: '/api/studies/{study}/notes',
  request: {
    params: studyParams,
    ...body(z.object({ person: z.string(), text: z.string().min(1).max(5000), item: z.string().optional() })),
  },
  responses: answers(noteSchema, 'the note'),
});

export const ownNotes = createRoute({
  method: 'get',
  path: '/api/work/notes',
  responses: answers(z.object({ notes: z.array(noteSchema) }), 'own notes and the answers to them'),
});

export const writeNote = createRoute({
  method: 'post',
  path: '/api/work/notes',
  request: body(z.object({ text: z.string().min(1).max(5000), item: z.string().optional() })),
  responses: answers(noteSchema, 'the note'),
});
