/** A group's name for annotators: equal for items of one group, and it tells nothing of the category that the group is. */
import { createHmac } from 'node:crypto';

export function opaqueGroup(secret: Uint8Array, study: string, group: string | null): string | null {
  return group === null ? null : createHmac('sha256', secret).update(`group/${study}/${group}`).digest('base64url').slice(0, 12);
}
