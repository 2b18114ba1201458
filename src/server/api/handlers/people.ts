/** Invitations, annotators and their quality, and notes between them and the owner. */

import { cleanName } from '../../../leaderboard/index.ts';
import {
  createInvitation,
  excludePerson as exclude,
  listInvitations as invitationsOf,
  writeNote as keepNote,
  type Note,
  listNotes as notesOf,
  releasePlaces as release,
  revokeInvitation as revoke,
} from '../../store/index.ts';
import { openStudy, STUDY_PAGES, type Studio } from '../../studio/index.ts';
import { whoOf } from '../guard.ts';
import { newApi } from '../new-api.ts';
import { Problem } from '../problem.ts';
import {
  answerNote,
  excludePerson,
  invite,
  listInvitations,
  listNotes,
  listPeople,
  ownNotes,
  releasePlaces,
  revokeInvitation,
  writeNote,
} from '../routes/people.ts';
import { readThread } from './work.ts';

export function peopleApi(studio: Studio) {
  const { sql } = studio;
  return newApi()
    .openapi(invite, async (c) => {
      const { study } = c.req.valid('param');
      const { role, label, uses, days, crowd } = c.req.valid('json');
      if (crowd && role !== 'annotator') throw new Problem(422, 'a crowd platform sends annotators', { field: 'crowd' });
      await openStudy(studio, study);
      const name = cleanName(label, { field: 'label' });
      const { invitation, token } = await createInvitation(sql, { study, role, label: name, uses, days, crowd: crowd ?? null });
      return c.json({ invitation, link: linkOf(studio, token, crowd) }, 200);
    })
    .openapi(listInvitations, async (c) => {
      const { study } = c.req.valid('param');
      await openStudy(studio, study);
      return c.json({ invitations: await invitationsOf(sql, { study }) }, 200);
    })
    .openapi(revokeInvitation, async (c) => {
      const { sessions } = await revoke(sql, c.req.valid('param'));
      return c.json({ revoked: true as const, sessions }, 200);
    })
    .openapi(releasePlaces, async (c) => {
      const { study, invitation } = c.req.valid('param');
      if (!(await invitationsOf(sql, { study })).some(({ id }) => id === invitation)) throw new Problem(404, 'there is no such invitation');
      return c.json(await release(sql, { invitation }), 200);
    })
    .openapi(listPeople, async (c) => {
      const { study } = c.req.valid('param');
      return c.json({ people: await studio.tasks.run(STUDY_PAGES.people, [study]) }, 200);
    })
    .openapi(excludePerson, async (c) => c.json(await exclude(sql, { ...c.req.valid('param'), ...c.req.valid('json') }), 200))
    .openapi(listNotes, async (c) => {
      const { study } = c.req.valid('param');
      await openStudy(studio, study);
      const notes = await notesOf(sql, { study });
      return c.json({ notes: notes.map((note) => ({ ...shown(note), person: note.person })) }, 200);
    })
    .openapi(answerNote, async (c) => {
      const { person, text, item } = c.req.valid('json');
      const note = await keepNote(sql, { study: c.req.valid('param').study, person, from: 'owner', text, item: item ?? null });
      return c.json(shown(note), 200);
    })
    .openapi(ownNotes, async (c) => {
      const { person, study } = whoOf(c);
      const notes = await readThread(studio, person, () => notesOf(sql, { study: study ?? '', person }));
      return c.json({ notes: notes.map(shown) }, 200);
    })
    .openapi(writeNote, async (c) => {
      const { person, study } = whoOf(c);
      const { text, item } = c.req.valid('json');
      return c.json(shown(await keepNote(sql, { study: study ?? '', person, from: 'annotator', text, item: item ?? null })), 200);
    });
}

function shown({ note, annotator, item, from, text, at }: Note) {
  return { note, annotator, item, from, text, at };
}

/** The token is in the fragment. Prolific fills its id into the address, where the page reads it; MTurk adds its own. */
const CROWD_IDS = { prolific: '?PROLIFIC_PID={{%PROLIFIC_PID%}}', mturk: '' } as const;

function linkOf(studio: Studio, token: string, crowd: keyof typeof CROWD_IDS | undefined): string {
  return `${studio.address()}/join${crowd ? CROWD_IDS[crowd] : ''}#${token}`;
}
