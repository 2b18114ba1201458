/** Who may call which route: the only place that decides it. A route without a line here is refused. */
import type { Role } from './shapes.ts';

/**
 * `studio`: only who is not bound to one study. `study`: the study that the path names.
 * `board`: the competition that the path names; owners of the studio own all of them.
 * `own`: the person's own session, work or list; the handler shows no other.
 */
export type Scope = 'anyone' | 'own' | 'study' | 'board' | 'studio';

export interface Access {
  roles: readonly Role[];
  scope: Scope;
}

const ANYONE: Access = { roles: [], scope: 'anyone' };
const SIGNED_IN: Access = { roles: ['owner', 'annotator', 'viewer', 'participant'], scope: 'own' };
const ANNOTATOR: Access = { roles: ['annotator'], scope: 'own' };
const READER: Access = { roles: ['owner', 'viewer'], scope: 'study' };
const OWNER: Access = { roles: ['owner'], scope: 'study' };
const STUDIO: Access = { roles: ['owner'], scope: 'studio' };
const COMPETITOR: Access = { roles: ['participant'], scope: 'board' };
const SENDER: Access = { roles: ['participant', 'owner'], scope: 'board' };

export const ACCESS: Readonly<Record<string, Access>> = {
  'get /healthz': ANYONE,
  'get /readyz': ANYONE,
  'get /api/openapi.json': ANYONE,
  'post /api/session': ANYONE,
  'post /api/session/link': ANYONE,
  'get /api/session': SIGNED_IN,
  'delete /api/session': SIGNED_IN,
  'get /api/owner-links': STUDIO,
  'post /api/owner-links/rotation': STUDIO,
  'delete /api/owner-links/{link}': STUDIO,
  'get /api/datasets': STUDIO,
  'get /api/runs': STUDIO,
  'post /api/studies/preview': STUDIO,
  'post /api/studies': STUDIO,
  'get /api/studies': { roles: ['owner', 'viewer'], scope: 'own' },
  'get /api/studies/{study}': READER,
  'patch /api/studies/{study}': OWNER,
  'post /api/studies/{study}/gold': OWNER,
  'get /api/studies/{study}/items': OWNER,
  'patch /api/studies/{study}/items/{item}': OWNER,
  'post /api/studies/{study}/invitations': OWNER,
  'get /api/studies/{study}/invitations': OWNER,
  'delete /api/studies/{study}/invitations/{invitation}': OWNER,
  'post /api/studies/{study}/invitations/{invitation}/release': OWNER,
  'get /api/studies/{study}/people': OWNER,
  'post /api/studies/{study}/people/{person}/exclusion': OWNER,
  'get /api/studies/{study}/notes': OWNER,
  'post /api/studies/{study}/notes': OWNER,
  'get /api/studies/{study}/progress': READER,
  'get /api/studies/{study}/outcome': READER,
  'get /api/studies/{study}/disagreements': OWNER,
  'put /api/studies/{study}/adjudications/{item}': OWNER,
  'get /api/studies/{study}/decisions.jsonl': OWNER,
  'get /api/studies/{study}/decisions.csv': OWNER,
  'get /api/studies/{study}/decisions.parquet': OWNER,
  'post /api/studies/{study}/import': OWNER,
  'post /api/studies/{study}/write-back': OWNER,
  'get /api/work': ANNOTATOR,
  'post /api/work/consent': ANNOTATOR,
  'post /api/work/background': ANNOTATOR,
  'post /api/work/next': ANNOTATOR,
  'post /api/work/check': ANNOTATOR,
  'put /api/work/answers/{answer}': ANNOTATOR,
  'get /api/work/answers': ANNOTATOR,
  'post /api/work/skip': ANNOTATOR,
  'post /api/work/skipped': ANNOTATOR,
  'get /api/work/notes': ANNOTATOR,
  'post /api/work/notes': ANNOTATOR,
  'post /api/work/withdraw': ANNOTATOR,
  'get /api/boards': ANYONE,
  'post /api/boards/preview': STUDIO,
  'post /api/boards/template': STUDIO,
  'post /api/boards': STUDIO,
  'post /api/boards/import': STUDIO,
  'get /api/boards/{board}': ANYONE,
  'patch /api/boards/{board}': STUDIO,
  'get /api/boards/{board}/phases/{phase}': ANYONE,
  'get /api/boards/{board}/phases/{phase}/download': ANYONE,
  'get /api/boards/{board}/phases/{phase}/kit': ANYONE,
  'get /api/boards/{board}/rescorings/{number}': ANYONE,
  'get /api/boards/{board}/static': ANYONE,
  'get /api/boards/{board}/submissions/{submission}': ANYONE,
  'get /api/boards/{board}/submissions/{submission}/items': ANYONE,
  'post /api/boards/{board}/submissions': COMPETITOR,
  'get /api/boards/{board}/submissions': SENDER,
  'patch /api/boards/{board}/submissions/{submission}': SENDER,
  'post /api/boards/{board}/submissions/{submission}/cancel': SENDER,
  'patch /api/boards/{board}/account': COMPETITOR,
  'get /api/boards/{board}/tokens': SENDER,
  'post /api/boards/{board}/tokens': COMPETITOR,
  'delete /api/boards/{board}/tokens/{token}': SENDER,
  'get /api/boards/{board}/accounts': STUDIO,
  'post /api/boards/{board}/invitations': STUDIO,
  'delete /api/boards/{board}/invitations/{invitation}': STUDIO,
  'post /api/boards/{board}/invitations/{invitation}/release': STUDIO,
  'post /api/boards/{board}/references': STUDIO,
  'post /api/boards/{board}/rescore': STUDIO,
  'post /api/boards/{board}/export': STUDIO,
};

/** Who asks: null is a visitor. A study of null means all studies, for an owner. */
export interface Caller {
  role: Role;
  study: string | null;
  /** The competition of a participant. */
  board: string | null;
}

export type Verdict = 'allowed' | 'sign in' | 'refused';

/** `named` is what the path names. Existence plays no part: a stranger learns nothing of it. */
export function judge(access: Access | undefined, caller: Caller | null, named: { study?: string; board?: string } = {}): Verdict {
  if (!access) return 'refused';
  if (access.scope === 'anyone') return 'allowed';
  if (!caller) return 'sign in';
  if (!access.roles.includes(caller.role)) return 'refused';
  if (access.scope === 'own') return 'allowed';
  // A participant is of one competition and of no study.
  if (caller.role === 'participant') return access.scope === 'board' && caller.board === named.board ? 'allowed' : 'refused';
  if (caller.study === null) return 'allowed';
  return access.scope === 'study' && caller.study === named.study ? 'allowed' : 'refused';
}

/** The line of a route in the table: `{study}` in documents is `:study` in the router. */
export function accessOf(method: string, path: string): Access | undefined {
  const key = `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  return Object.hasOwn(ACCESS, key) ? ACCESS[key] : undefined;
}
