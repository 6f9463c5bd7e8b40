// Creates a member with a password, for the first owner and for operators at the command line.
import type { AuditEvent } from '../../records/audit.ts';
import type { Member } from '../../records/member.ts';
import { encodeBase32 } from '../../vocabulary/ids.ts';
import type { Role } from '../../vocabulary/words.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';

/** Returns the password, which is shown once. @throws Failure `conflict` `email_taken`. */
export async function createMember(
  context: Context,
  actor: AuditActor,
  { email, role }: { email: string; role: Role },
): Promise<{ member: Member; password: string }> {
  const { organizationId } = actor;
  const createdAt = context.clock();
  const member = { id: context.newId('user', createdAt), organizationId, email: email.toLowerCase(), role, createdAt };
  const password = newPassword(context);
  const passwordHash = await context.passwords.hash(password);
  await context.store.members.create(member, passwordHash, memberCreated(context, actor, member));
  return { member, password };
}

export function memberCreated(context: Context, actor: AuditActor, { id, email, role }: Member): AuditEvent {
  return newAuditEvent(context, actor, {
    action: 'member.created',
    target: { type: 'member', id },
    before: null,
    after: { email, role },
  });
}

/** 128 random bits as 26 characters that are easy to type and need no shell quoting. */
export function newPassword(context: Pick<Context, 'randomBytes'>): string {
  return encodeBase32(context.randomBytes(16));
}
