// Makes an organization that can be used at once: a test and a live environment, a public and a secret key each, an owner.
import { formatKey, KEY_BYTES } from '../../access/credential.ts';
import { DEFAULT_THRESHOLDS } from '../../policy/policy.ts';
import type { AuditEvent } from '../../records/audit.ts';
import type { Member } from '../../records/members.ts';
import type { NewEnvironment, NewKey, Organization } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { encodeBase32 } from '../../vocabulary/ids.ts';
import type { EnvironmentKind, KeyKind } from '../../vocabulary/words.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import { newKey } from './manage-keys.ts';

/** What is shown once, in the words of `first-run.json` (contract 9). */
export interface SetUpValues {
  base_url: string;
  organization_id: string;
  environments: Record<EnvironmentKind, { id: string; public_key: string; secret_key: string }>;
  owner: { email: string; password: string };
}

/** An organization that is ready to be kept, with the plain values that storage never sees. */
export interface SetUpPlan {
  organization: Organization;
  environments: readonly NewEnvironment[];
  keys: readonly NewKey[];
  owner: Member;
  values: SetUpValues;
}

type Maker = Pick<Context, 'clock' | 'newId' | 'randomBytes'>;

/** Decides everything and keeps nothing, so that the values can be put in a safe place first. */
export function planSetUp(
  context: Maker,
  { name, email, baseUrl }: { name: string; email: string; baseUrl: string },
): SetUpPlan {
  const createdAt = context.clock();
  const organization = { id: context.newId('organization', createdAt), name, createdAt };
  const test = planEnvironment(context, organization, 'test', 'Test');
  const live = planEnvironment(context, organization, 'live', 'Live');
  const owner = { email: email.toLowerCase(), password: newPassword(context) };
  return {
    organization,
    environments: [test.environment, live.environment],
    keys: [...test.keys, ...live.keys],
    owner: {
      id: context.newId('user', createdAt),
      organizationId: organization.id,
      email: owner.email,
      role: 'owner',
      createdAt,
    },
    values: {
      base_url: baseUrl,
      organization_id: organization.id,
      environments: { test: test.values, live: live.values },
      owner,
    },
  };
}

function planEnvironment(context: Maker, organization: Organization, kind: EnvironmentKind, name: string) {
  const { createdAt } = organization;
  const id = context.newId('environment', createdAt);
  const environment: NewEnvironment = {
    id,
    organizationId: organization.id,
    kind,
    name,
    publicRisk: 'full',
    allowedOrigins: [],
    retentionDays: null,
    createdAt,
  };
  const text = (keyKind: KeyKind) => formatKey(keyKind, kind, context.randomBytes(KEY_BYTES));
  const values = { id, public_key: text('public'), secret_key: text('secret') };
  const keys = [
    newKey(context, id, 'public', 'First public key', values.public_key),
    newKey(context, id, 'secret', 'First secret key', values.secret_key),
  ];
  return { environment, keys, values };
}

/**
 * Keeps a plan and returns true. May be called again with the same plan after a crash: what is there is left alone.
 * With `onlyFirst` nothing is kept, and false returned, when another organization is there already.
 * @throws Failure `conflict` `email_taken` when somebody else has the owner's e-mail; then nothing is kept.
 */
export async function setUp(
  context: Context,
  author: Pick<AuditActor, 'actor'>,
  plan: SetUpPlan,
  passwordHash: string,
  { onlyFirst = false }: { onlyFirst?: boolean } = {},
): Promise<boolean> {
  const { tenants, members } = context.store;
  const holder = await members.findByEmail(plan.owner.email);
  if (!onlyFirst && holder !== null && holder.member.id !== plan.owner.id) {
    throw new Failure('conflict', 'email_taken', `${plan.owner.email} belongs to another member.`);
  }
  const known = await tenants.organizations();
  if (!known.some(({ id }) => id === plan.organization.id)) {
    const change = organizationCreated(context, author, plan);
    const options = { thresholds: DEFAULT_THRESHOLDS, onlyFirst, change };
    if (!(await tenants.createOrganization(plan.organization, plan.environments, plan.keys, options))) return false;
  }
  if (holder === null) await members.create(plan.owner, passwordHash, ownerCreated(context, author, plan));
  return true;
}

/** The trail begins with what was there from the start. */
function organizationCreated(context: Context, { actor }: Pick<AuditActor, 'actor'>, plan: SetUpPlan): AuditEvent {
  const { organization, environments, keys } = plan;
  return auditEvent(context, by(actor, organization), {
    action: 'organization.created',
    target: { type: 'organization', id: organization.id },
    before: null,
    after: {
      name: organization.name,
      environments: environments.map(({ id, kind, name }) => ({ id, kind, name })),
      keys: keys.map(({ id, environmentId, kind, lastFour }) => {
        return { id, environment_id: environmentId, kind, last_four: lastFour };
      }),
    },
  });
}

function ownerCreated(
  context: Context,
  { actor }: Pick<AuditActor, 'actor'>,
  { organization, owner }: SetUpPlan,
): AuditEvent {
  return auditEvent(context, by(actor, organization), {
    action: 'member.created',
    target: { type: 'member', id: owner.id },
    before: null,
    after: { email: owner.email, role: owner.role },
  });
}

function by(actor: AuditActor['actor'], { id }: Organization): AuditActor {
  return { organizationId: id, actor, address: null };
}

/** 128 bits as 26 characters that are easy to type and hold nothing a shell would read. */
export function newPassword(context: Pick<Context, 'randomBytes'>): string {
  return encodeBase32(context.randomBytes(16));
}
