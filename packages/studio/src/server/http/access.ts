/** Who may call a route. Every route states it where it is defined, and cannot be defined without it. */
import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type { Role } from './shapes.ts';

/**
 * `studio`: owners of the whole studio, who are not bound to one study. `study`: members of the study in the path.
 * `board`: participants of the competition in the path; owners of the studio own all competitions.
 * `own`: the caller's own session, work or lists; the handler shows nothing else.
 */
export type Scope = 'anyone' | 'own' | 'study' | 'board' | 'studio';

export interface Access {
  roles: readonly Role[];
  scope: Scope;
}

export const ANYONE: Access = { roles: [], scope: 'anyone' };
export const SIGNED_IN: Access = { roles: ['owner', 'annotator', 'viewer', 'participant'], scope: 'own' };
export const ANNOTATOR: Access = { roles: ['annotator'], scope: 'own' };
export const READER: Access = { roles: ['owner', 'viewer'], scope: 'study' };
export const OWNER: Access = { roles: ['owner'], scope: 'study' };
export const READERS: Access = { roles: ['owner', 'viewer'], scope: 'own' };
export const STUDIO: Access = { roles: ['owner'], scope: 'studio' };
export const COMPETITOR: Access = { roles: ['participant'], scope: 'board' };
export const SENDER: Access = { roles: ['participant', 'owner'], scope: 'board' };

/** The session behind a request; visitors have none. For an owner of the whole studio, `study` is null. */
export interface Caller {
  role: Role;
  study: string | null;
  /** The competition of a participant. */
  board: string | null;
}

export type Verdict = 'allowed' | 'sign in' | 'refused';

/** `target` comes from the path. Whether it exists is not checked here, so strangers cannot find out. */
export function judge(access: Access | undefined, caller: Caller | null, target: { study?: string; board?: string } = {}): Verdict {
  if (!access) return 'refused';
  if (access.scope === 'anyone') return 'allowed';
  if (!caller) return 'sign in';
  if (!access.roles.includes(caller.role)) return 'refused';
  if (access.scope === 'own') return 'allowed';
  // A participant belongs to one competition and to no study.
  if (caller.role === 'participant') return access.scope === 'board' && caller.board === target.board ? 'allowed' : 'refused';
  if (caller.study === null) return 'allowed';
  return access.scope === 'study' && caller.study === target.study ? 'allowed' : 'refused';
}

/** What the guard reads of a route. */
export interface DescribedRoute {
  method: string;
  path: string;
  'x-roles': Access['roles'];
  'x-scope': Scope;
}

/** A route with its callers, which its description names as `x-roles` and `x-scope`. */
export function route<P extends string, R extends Omit<RouteConfig, 'path'> & { path: P }>({ roles, scope }: Access, config: R) {
  const all = scope === 'anyone' ? ['visitor', 'owner', 'annotator', 'viewer', 'participant'] : roles;
  return createRoute<P, R>({ ...config, 'x-roles': all, 'x-scope': scope });
}

/** Parameters are `{study}` in documents and `:study` in the router. */
export function keyOf({ method, path }: { method: string; path: string }): string {
  return `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}
