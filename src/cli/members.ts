// assay members create: a member with a password of their own, for operators without a browser.
import { type Command, Option } from 'commander';
import { changeBy } from '../flows/author.ts';
import { newPassword } from '../flows/set-up.ts';
import { hashPassword } from '../passwords.ts';
import { ROLES, type Role } from '../vocabulary/words.ts';
import { chooseOrganization } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, UsageError } from './output.ts';

interface MemberOptions {
  email: string;
  role: Role;
  organization?: string;
  json?: boolean;
}

export function addMemberCommands(program: Command): void {
  program
    .command('members')
    .description('people who may log in to the dashboard')
    .command('create')
    .description('make a member and show the password once')
    .requiredOption('--email <email>', 'what they log in with')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .option('--organization <org>', 'id of their organization; default: the only one')
    .option('--json', 'print the result as JSON')
    .action(create);
}

/** One @ with something before and a host after: what is really an address only a mail can tell. */
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

function create(options: MemberOptions): Promise<void> {
  if (!EMAIL.test(options.email)) throw new UsageError(`--email ${options.email} is no e-mail address`);
  return withContext('control', async (context) => {
    const organization = await chooseOrganization(context, options.organization);
    const createdAt = context.clock();
    const member = {
      id: context.newId('user', createdAt),
      organizationId: organization.id,
      email: options.email.toLowerCase(),
      role: options.role,
      createdAt,
    };
    const password = newPassword(context);
    const change = changeBy(context, operator(organization.id), {
      action: 'member.created',
      target: { type: 'member', id: member.id },
      before: null,
      after: { email: member.email, role: member.role },
    });
    await context.store.people.createMember(member, await hashPassword(password), change);
    printResult({ id: member.id, email: member.email, role: member.role, password }, options.json, () =>
      [`${member.email} (${member.role}, ${member.id})`, `password: ${password}`].join('\n'),
    );
  });
}
