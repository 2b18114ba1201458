/** Invitation links that were created: who used them, freeing places that nobody used, and revoking a link. */
import { ActionButton } from './action-button.tsx';
import { count, when } from './time.ts';

interface Invitation {
  id: string;
  label: string;
  /** What the link is for, where there is a choice. */
  role?: string;
  used: number;
  uses: number;
  expires: string;
  revoked: boolean;
  /** People who joined and did nothing. */
  idle: number;
}

interface InvitationListProps {
  invitations: readonly Invitation[];
  release(invitation: string): Promise<void>;
  revoke(invitation: string): Promise<void>;
}

export function InvitationList({ invitations, release, revoke }: InvitationListProps) {
  return (
    <ul class="rows">
      {invitations.map(({ id, label, role, used, uses, expires, revoked, idle }) => (
        <li key={id}>
          <span>
            <bdi>{label || 'Unnamed'}</bdi> {role && <span class="soft">({role})</span>}
          </span>
          <span class="soft">
            {used} of {uses} joined{idle > 0 && `, ${idle} not active yet`} · {revoked ? 'revoked' : `valid until ${when(expires)}`}
          </span>
          {idle > 0 && (
            <ActionButton kind="quiet" act={() => release(id)}>
              Free {count(idle, 'unused place')}
            </ActionButton>
          )}
          {!revoked && (
            <ActionButton kind="quiet" act={() => revoke(id)}>
              Revoke
              <span class="said">
                {' '}
                the link of <bdi>{label || 'no name'}</bdi>
              </span>
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}
