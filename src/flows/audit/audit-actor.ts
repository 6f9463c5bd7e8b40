// Who makes a change and from where, and the audit entry that tells of it.
import type { Change } from '../../records/audit.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { Context } from '../context.ts';

/** Whom the audit trail names. */
export interface Author {
  organizationId: string;
  actor: Change['actor'];
  /** Masked; null at the command line. */
  address: string | null;
}

/** What happened, without who, when and where. */
export type Happening = Pick<Change, 'action' | 'target' | 'before' | 'after'> & { environmentId?: string | null };

/** The member of a dashboard session. Routes that change something let nobody else in. */
export function memberAuthor(caller: Caller, address: string | null): Author {
  if (caller.kind !== 'session') throw new Error('only a member changes the control plane');
  const { id, email, organizationId } = caller.member;
  return { organizationId, actor: { type: 'user', id, name: email }, address };
}

/** An operator at the command line, by the name of the system's account. */
export function operatorAuthor(organizationId: string, name: string): Author {
  return { organizationId, actor: { type: 'cli', id: 'cli', name }, address: null };
}

/** The entry that a storage method keeps together with the change itself. */
export function changeBy(context: Pick<Context, 'clock' | 'newId'>, author: Author, happening: Happening): Change {
  const at = context.clock();
  return { ...author, environmentId: null, ...happening, id: context.newId('audit', at), at };
}
