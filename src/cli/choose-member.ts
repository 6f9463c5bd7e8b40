// Finds the member that a command's argument refers to, by id or email.
import type { Context } from '../flows/context.ts';
import type { ListedMember } from '../records/members.ts';
import { UsageError } from './output.ts';

/** @throws UsageError when no member matches. */
export async function chooseMember({ store }: Context, requested: string): Promise<ListedMember> {
  const byEmail = requested.includes('@');
  const found = byEmail ? await store.members.findByEmail(requested.toLowerCase()) : [];
  if (found.length > 1) {
    const ids = found.map(({ member }) => `${member.id} of ${member.organizationId}`).join(', ');
    throw new UsageError(`${requested} is a member of several organizations: use an id (${ids})`);
  }
  const id = byEmail ? found[0]?.member.id : requested;
  const member = id === undefined ? null : await store.members.find(id);
  if (member === null) throw new UsageError(`${requested} is not a member: use an id or email from \`members list\``);
  return member;
}
