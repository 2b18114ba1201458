/** Routes of a study's annotators: invitations, the signals of their quality, exclusion, and notes between them and the owner. */

import { z } from '@hono/zod-openapi';
import { cleanName } from '../../leaderboard/index.ts';
import { ANNOTATOR, OWNER, route } from '../http/access.ts';
import { whoOf } from '../http/guard.ts';
import { newApi } from '../http/new-api.ts';
import { Problem } from '../http/problem.ts';
import { answers, body, roleSchema, studyParams, studyRoleSchema, time } from '../http/shapes.ts';
import { createInvitation, listInvitations, revokeInvitation } from '../people/invitations.ts';
import { excludePerson, releasePlaces } from '../people/leaving.ts';
import { openStudy } from '../studies/open-study.ts';
import type { Studio } from '../studio.ts';
import { annotatorSchema, annotatorsTask } from './describe-annotators.ts';
import { listNotes, markNotesRead, type Note, writeNote } from './notes.ts';

const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  label: z.string(),
  created: time,
  expires: time,
  /** How many people may join with it, and how many have. */
  uses: z.number(),
  used: z.number(),
  revoked: z.boolean(),
  idle: z.number().describe('how many people of a link for several have not done anything yet'),
});

export const inviteRoute = route(OWNER, {
  method: 'post',
  path: '/api/studies/{study}/invitations',
  request: {
    params: studyParams,
    ...body(
      z.object({
        role: studyRoleSchema.default('annotator'),
        label: z.string().max(100).default('').describe('the owner’s name for the person or group; need not be personal data'),
        uses: z.number().int().min(1).max(100_000).default(1),
        days: z.number().min(0.001).max(365).default(14),
        /** A platform that adds ids of its workers to the link; the page reads them from the address. */
        crowd: z.enum(['prolific', 'mturk']).optional(),
      }),
    ),
  },
  responses: answers(
    z.object({ invitation: invitationSchema, link: z.string().describe('shown once: only a hash of its token is stored') }),
    'the link',
  ),
});

export const listInvitationsRoute = route(OWNER, {
  method: 'get',
  path: '/api/studies/{study}/invitations',
  request: { params: studyParams },
  responses: answers(z.object({ invitations: z.array(invitationSchema) }), 'without their links'),
});

export const revokeInvitationRoute = route(OWNER, {
  method: 'delete',
  path: '/api/studies/{study}/invitations/{invitation}',
  request: { params: studyParams.extend({ invitation: z.string() }) },
  responses: answers(
    z.object({ revoked: z.literal(true), sessions: z.number().describe('the number of sessions that have ended') }),
    'the invitation is revoked',
  ),
});

export const releasePlacesRoute = route(OWNER, {
  method: 'post',
  path: '/api/studies/{study}/invitations/{invitation}/release',
  request: { params: studyParams.extend({ invitation: z.string() }) },
  responses: answers(z.object({ released: z.number() }), 'people who have done nothing yet are removed, and their places are free again'),
});

export const listPeopleRoute = route(OWNER, {
  method: 'get',
  path: '/api/studies/{study}/people',
  request: { params: studyParams },
  responses: answers(z.object({ people: z.array(annotatorSchema) }), 'annotators with the signals of their quality'),
});

/** Earlier answers are kept but no longer count, and the slots of the excluded annotator are free again. */
export const excludePersonRoute = route(OWNER, {
  method: 'post',
  path: '/api/studies/{study}/people/{person}/exclusion',
  request: {
    params: studyParams.extend({ person: z.string() }),
    ...body(z.object({ excluded: z.boolean(), reason: z.string().max(500).default('') })),
  },
  responses: answers(
    z.object({ excluded: z.boolean(), reopened: z.number().describe('the number of answers that no longer count') }),
    'done',
  ),
});

const noteSchema = z.object({
  note: z.string(),
  annotator: z.string(),
  item: z.string().nullable(),
  from: z.enum(['annotator', 'owner']),
  text: z.string(),
  at: time,
});

export const listNotesRoute = route(OWNER, {
  method: 'get',
  path: '/api/studies/{study}/notes',
  request: { params: studyParams },
  responses: answers(
    z.object({ notes: z.array(noteSchema.extend({ person: z.string() })) }),
    'the notes of all annotators, with the owner’s replies',
  ),
});

export const answerNoteRoute = route(OWNER, {
  method: 'post',
  path: '/api/studies/{study}/notes',
  request: {
    params: studyParams,
    ...body(z.object({ person: z.string(), text: z.string().min(1).max(5000), item: z.string().optional() })),
  },
  responses: answers(noteSchema, 'the note'),
});

export const ownNotesRoute = route(ANNOTATOR, {
  method: 'get',
  path: '/api/work/notes',
  responses: answers(z.object({ notes: z.array(noteSchema) }), 'the annotator’s own notes, with the owner’s replies'),
});

export const writeNoteRoute = route(ANNOTATOR, {
  method: 'post',
  path: '/api/work/notes',
  request: body(z.object({ text: z.string().min(1).max(5000), item: z.string().optional() })),
  responses: answers(noteSchema, 'the note'),
});

export function peopleApi(studio: Studio) {
  const { sql } = studio;
  return newApi()
    .openapi(inviteRoute, async (c) => {
      const { study } = c.req.valid('param');
      const { role, label, uses, days, crowd } = c.req.valid('json');
      if (crowd && role !== 'annotator') throw new Problem(422, 'crowd platforms can only send annotators', { field: 'crowd' });
      await openStudy(studio, study);
      const name = cleanName(label, { field: 'label' });
      const { invitation, token } = await createInvitation(sql, { study, role, label: name, uses, days, crowd: crowd ?? null });
      return c.json({ invitation, link: linkOf(studio, token, crowd) }, 200);
    })
    .openapi(listInvitationsRoute, async (c) => {
      const { study } = c.req.valid('param');
      await openStudy(studio, study);
      return c.json({ invitations: await listInvitations(sql, { study }) }, 200);
    })
    .openapi(revokeInvitationRoute, async (c) => {
      const { sessions } = await revokeInvitation(sql, c.req.valid('param'));
      return c.json({ revoked: true as const, sessions }, 200);
    })
    .openapi(releasePlacesRoute, async (c) => {
      const { study, invitation } = c.req.valid('param');
      if (!(await listInvitations(sql, { study })).some(({ id }) => id === invitation))
        throw new Problem(404, 'there is no such invitation');
      return c.json(await releasePlaces(sql, { invitation }), 200);
    })
    .openapi(listPeopleRoute, async (c) => {
      const { study } = c.req.valid('param');
      return c.json({ people: await studio.tasks.run(annotatorsTask, [study]) }, 200);
    })
    .openapi(excludePersonRoute, async (c) => c.json(await excludePerson(sql, { ...c.req.valid('param'), ...c.req.valid('json') }), 200))
    .openapi(listNotesRoute, async (c) => {
      const { study } = c.req.valid('param');
      await openStudy(studio, study);
      const notes = await listNotes(sql, { study });
      return c.json({ notes: notes.map((note) => ({ ...shown(note), person: note.person })) }, 200);
    })
    .openapi(answerNoteRoute, async (c) => {
      const { person, text, item } = c.req.valid('json');
      const note = await writeNote(sql, { study: c.req.valid('param').study, person, from: 'owner', text, item: item ?? null });
      return c.json(shown(note), 200);
    })
    .openapi(ownNotesRoute, async (c) => {
      const { person, study } = whoOf(c);
      const notes = await listNotes(sql, { study: study ?? '', person });
      await markNotesRead(sql, { person });
      return c.json({ notes: notes.map(shown) }, 200);
    })
    .openapi(writeNoteRoute, async (c) => {
      const { person, study } = whoOf(c);
      const { text, item } = c.req.valid('json');
      return c.json(shown(await writeNote(sql, { study: study ?? '', person, from: 'annotator', text, item: item ?? null })), 200);
    });
}

function shown({ note, annotator, item, from, text, at }: Note) {
  return { note, annotator, item, from, text, at };
}

/** The token is in the fragment. Prolific inserts the worker's id into the address, where the page reads it; MTurk appends its own. */
const CROWD_IDS = { prolific: '?PROLIFIC_PID={{%PROLIFIC_PID%}}', mturk: '' } as const;

function linkOf(studio: Studio, token: string, crowd: keyof typeof CROWD_IDS | undefined): string {
  return `${studio.address()}/join${crowd ? CROWD_IDS[crowd] : ''}#${token}`;
}
