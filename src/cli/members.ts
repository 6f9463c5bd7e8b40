// Implements the `assay members` commands: manage members and restore access for members who are locked out.
import { createInterface } from 'node:readline';
import { type Command, Option } from 'commander';
import { serviceUrl } from '../compose/service-url.ts';
import { resetSecondFactor } from '../flows/auth/second-factor.ts';
import type { Context } from '../flows/context.ts';
import { changeRole, removeMember, setPassword } from '../flows/members/change-member.ts';
import { createMember, newPassword } from '../flows/members/create-member.ts';
import { invitationUrl, inviteMember, issueLink } from '../flows/members/invite-member.ts';
import { InviteBody, memberBody, NewPasswordSchema } from '../http/schemas/member.ts';
import { closed } from '../http/schemas/schema.ts';
import type { Member } from '../records/member.ts';
import { ROLES, type Role } from '../vocabulary/words.ts';
import { checkInput } from './check-input.ts';
import { chooseOrganization } from './choose-environment.ts';
import { chooseMember } from './choose-member.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, textTable } from './output.ts';

interface NewMemberOptions {
  email: string;
  role: Role;
  organization?: string;
  json?: boolean;
}

export function addMemberCommands(program: Command): void {
  const members = program.command('members').description('manage the members who can log in to the dashboard');
  const role = () => new Option('--role <role>', 'role of the member').choices(ROLES).makeOptionMandatory();
  const newMember = (name: string, description: string) =>
    members
      .command(name)
      .description(description)
      .requiredOption('--email <email>', 'login of the member')
      .addOption(role())
      .option('--organization <org>', 'organization id; optional if there is only one')
      .option('--json', 'print the result as JSON');
  const existingMember = (name: string, description: string) =>
    members
      .command(name)
      .description(description)
      .argument('<member>', 'member id or email')
      .option('--json', 'print the result as JSON');
  newMember('create', 'create a member and show the password once').action(create);
  newMember('invite', 'create a member and show a one-time link for setting a password').action(invite);
  members
    .command('list')
    .description('list members')
    .option('--organization <org>', 'only the members of this organization')
    .option('--json', 'print the result as JSON')
    .action(list);
  existingMember('role', 'change the role of a member, effective from the next request')
    .addOption(role())
    .action(setRole);
  existingMember('remove', 'remove a member and end all their sessions').action(remove);
  existingMember('link', 'show a one-time link for a lost password, second factor or invitation').action(link);
  existingMember('password', 'set a new password for a member and end all their sessions')
    .option('--stdin', 'read the password from the first line of standard input instead of generating one')
    .action(password);
  existingMember('disable-second-factor', 'disable the second factor of a member who lost it').action(
    disableSecondFactor,
  );
}

async function create({ email, role, organization, json }: NewMemberOptions): Promise<void> {
  await checkInput(InviteBody, { email, role });
  return withContext('control', async (context) => {
    const { id: organizationId } = await chooseOrganization(context, organization);
    const { member, password } = await createMember(context, operator(organizationId), { email, role });
    printResult({ id: member.id, email: member.email, role, password }, json, () =>
      [`${member.email} (${role}, ${member.id})`, `password: ${password}`].join('\n'),
    );
  });
}

async function invite({ email, role, organization, json }: NewMemberOptions): Promise<void> {
  await checkInput(InviteBody, { email, role });
  return withContext('control', async (context, config) => {
    const { id } = await chooseOrganization(context, organization);
    const invited = await inviteMember(context, operator(id), { email, role });
    showLink(invited, serviceUrl(config), json);
  });
}

function link(requested: string, { json }: { json?: boolean }): Promise<void> {
  return withContext('control', async (context, config) => {
    const { id, organizationId } = await chooseMember(context, requested);
    const issued = await issueLink(context, operator(organizationId), id);
    showLink(issued, serviceUrl(config), json);
  });
}

function showLink({ member, token }: { member: Member; token: string }, baseUrl: string, json?: boolean): void {
  const { id, email, role } = member;
  const url = invitationUrl(baseUrl, token);
  printResult({ id, email, role, invitation_url: url, invitation_token: token }, json, () =>
    [`${email} (${role}, ${id}) can set a password with this link, once, within seven days:`, url].join('\n'),
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

async function membersOf(context: Context, requested: string | undefined) {
  const { tenants, members } = context.store;
  const organizations =
    requested === undefined ? await tenants.organizations() : [await chooseOrganization(context, requested)];
  const listed = organizations.map(async ({ id }) =>
    (await members.list(id)).map((member) => ({ ...memberBody(member), organization_id: id })),
  );
  return (await Promise.all(listed)).flat();
}

function setRole(requested: string, { role, json }: { role: Role; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const { id, organizationId } = await chooseMember(context, requested);
    const member = await changeRole(context, operator(organizationId), id, role);
    printResult(memberBody(member), json, () => `${member.email} now has the role ${member.role}`);
  });
}

function remove(requested: string, { json }: { json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const { id, email, organizationId } = await chooseMember(context, requested);
    await removeMember(context, operator(organizationId), id);
    printResult({ id, removed: true }, json, () => `${email} was removed`);
  });
}

/** The password is never an option, because every account on the machine can read the arguments of a process. */
async function password(requested: string, options: { stdin?: boolean; json?: boolean }): Promise<void> {
  const given = options.stdin === true ? await firstLine() : null;
  if (given !== null) await checkInput(closed({ stdin: NewPasswordSchema }), { stdin: given });
  await withContext('control', async (context) => {
    const { id, email, organizationId } = await chooseMember(context, requested);
    const next = given ?? newPassword(context);
    await setPassword(context, operator(organizationId), id, next);
    const generated = given === null ? { password: next } : {};
    printResult({ id, email, ...generated }, options.json, () =>
      [
        `${email} has a new password; all their sessions have ended`,
        ...(given === null ? [`password: ${next}`] : []),
      ].join('\n'),
    );
  });
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

function disableSecondFactor(requested: string, { json }: { json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const member = await chooseMember(context, requested);
    await resetSecondFactor(context, operator(member.organizationId), member);
    printResult(
      { id: member.id, second_factor: false },
      json,
      () => `${member.email} now logs in without a second factor`,
    );
  });
}
