// Which member a command speaks of: an id or an e-mail.
import type { Context } from '../flows/context.ts';
import type { ListedMember } from '../records/members.ts';
import { UsageError } from './output.ts';

/** @throws UsageError when nobody is meant. */
export async function chooseMember({ store }: Context, wanted: string): Promise<ListedMember> {
  const id = wanted.includes('@') ? (await store.members.findByEmail(wanted.toLowerCase()))?.member.id : wanted;
  const member = id === undefined ? null : await store.members.find(id);
  if (member === null) throw new UsageError(`${wanted} is no member: give an id or an e-mail as in \`members list\``);
  return member;
}
