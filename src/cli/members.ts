// assay members: who may log in, for operators without a browser.
import { type Command, Option } from 'commander';
import { auditEvent } from '../flows/audit/audit-actor.ts';
import type { Context } from '../flows/context.ts';
import { changeRole, removeMember } from '../flows/members/change-member.ts';
import { invitationUrl, inviteMember, issueLink } from '../flows/members/invite-member.ts';
import { newPassword } from '../flows/tenants/set-up.ts';
import { EmailSchema, memberBody, RoleSchema } from '../http/schemas/member.ts';
import { closed } from '../http/schemas/schema.ts';
import type { Member } from '../records/members.ts';
import { ROLES, type Role } from '../vocabulary/words.ts';
import { checkInput } from './check-input.ts';
import { chooseOrganization } from './choose-environment.ts';
import { chooseMember } from './choose-member.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, textTable } from './output.ts';
import { listeningUrl } from './setup.ts';

interface NewMemberOptions {
  email: string;
  role: Role;
  organization?: string;
  json?: boolean;
}

const DRAFT = closed({ email: EmailSchema, role: RoleSchema });

/** Returns the group, for commands of other files. */
export function addMemberCommands(program: Command): Command {
  const members = program.command('members').description('people who may log in to the dashboard');
  const role = () => new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory();
  const making = (name: string, description: string) =>
    members
      .command(name)
      .description(description)
      .requiredOption('--email <email>', 'what they log in with')
      .addOption(role())
      .option('--organization <org>', 'id of their organization; default: the only one')
      .option('--json', 'print the result as JSON');
  const naming = (name: string, description: string) =>
    members
      .command(name)
      .description(description)
      .argument('<member>', 'id or e-mail')
      .option('--json', 'print the result as JSON');
  making('create', 'make a member and show the password once').action(create);
  making('invite', 'make a member and show the one-time link by which they set a password').action(invite);
  members
    .command('list')
    .description('list members')
    .option('--organization <org>', 'those of one organization; default: all')
    .option('--json', 'print the result as JSON')
    .action(list);
  naming('role', 'change a role, from the next request on').addOption(role()).action(setRole);
  naming('remove', 'remove a member; all their sessions end at once').action(remove);
  naming('link', 'show a one-time link for a lost password, second factor or invitation').action(link);
  return members;
}

function create({ email, role, organization, json }: NewMemberOptions): Promise<void> {
  checkInput(DRAFT, { email, role });
  return withContext('control', async (context) => {
    const { id: organizationId } = await chooseOrganization(context, organization);
    const createdAt = context.clock();
    const id = context.newId('user', createdAt);
    const member = { id, organizationId, email: email.toLowerCase(), role, createdAt };
    const password = newPassword(context);
    const change = auditEvent(context, operator(organizationId), {
      action: 'member.created',
      target: { type: 'member', id },
      before: null,
      after: { email: member.email, role },
    });
    await context.store.members.create(member, await context.passwords.hash(password), change);
    printResult({ id, email: member.email, role, password }, json, () =>
      [`${member.email} (${role}, ${id})`, `password: ${password}`].join('\n'),
    );
  });
}

function invite({ email, role, organization, json }: NewMemberOptions): Promise<void> {
  checkInput(DRAFT, { email, role });
  return withContext('control', async (context, config) => {
    const { id } = await chooseOrganization(context, organization);
    const invited = await inviteMember(context, operator(id), { email, role });
    showLink(invited, config.publicUrl ?? listeningUrl(config), json);
  });
}

function link(wanted: string, { json }: { json?: boolean }): Promise<void> {
  return withContext('control', async (context, config) => {
    const { id, organizationId } = await chooseMember(context, wanted);
    const issued = await issueLink(context, operator(organizationId), id);
    showLink(issued, config.publicUrl ?? listeningUrl(config), json);
  });
}

function showLink({ member, token }: { member: Member; token: string }, baseUrl: string, json?: boolean): void {
  const { id, email, role } = member;
  const url = invitationUrl(baseUrl, token);
  printResult({ id, email, role, invitation_url: url, invitation_token: token }, json, () =>
    [`${email} (${role}, ${id}) sets a password here, once, within seven days:`, url].join('\n'),
  );
}

function list(options: { organization?: string; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const rows = await membersOf(context, options.organization);
    printResult({ data: rows }, options.json, () =>
      textTable(
        ['ID', 'ORGANIZATION', 'EMAIL', 'ROLE', 'STATUS'],
        rows.map(({ id, organization_id: owner, email, role, status }) => [id, owner, email, role, status]),
      ),
    );
  });
}

async function membersOf(context: Context, wanted: string | undefined) {
  const { tenants, members } = context.store;
  const owners = wanted === undefined ? await tenants.organizations() : [await chooseOrganization(context, wanted)];
  const listed = owners.map(async ({ id }) =>
    (await members.list(id)).map((member) => ({ ...memberBody(member), organization_id: id })),
  );
  return (await Promise.all(listed)).flat();
}

function setRole(wanted: string, { role, json }: { role: Role; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const { id, organizationId } = await chooseMember(context, wanted);
    const member = await changeRole(context, operator(organizationId), id, role);
    printResult(memberBody(member), json, () => `${member.email} is ${member.role}`);
  });
}

function remove(wanted: string, { json }: { json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const { id, email, organizationId } = await chooseMember(context, wanted);
    await removeMember(context, operator(organizationId), id);
    printResult({ id, removed: true }, json, () => `${email} is removed`);
  });
}
