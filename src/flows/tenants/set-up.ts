// Creates a ready-to-use organization: a test and a live environment, a public and a secret key for each, and an owner.
import { formatKey, KEY_BYTES } from '../../access/credential.ts';
import { DEFAULT_THRESHOLDS } from '../../policy/policy.ts';
import type { AuditEvent } from '../../records/audit.ts';
import type { Member } from '../../records/member.ts';
import type { NewEnvironment, NewKey, Organization } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { EnvironmentKind, KeyKind } from '../../vocabulary/words.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { memberCreated, newPassword } from '../members/create-member.ts';
import { newEnvironment } from './manage-environments.ts';
import { newKey } from './manage-keys.ts';

/** Values shown once, with the field names of `first-run.json`. */
export interface SetupValues {
  base_url: string;
  organization_id: string;
  environments: Record<EnvironmentKind, { id: string; public_key: string; secret_key: string }>;
  /** The password is null when the operator chose it: then it is written nowhere. */
  owner: { email: string; password: string | null };
}

/** An organization to create, and the plain-text values that are never stored. */
export interface SetupPlan {
  organization: Organization;
  environments: readonly NewEnvironment[];
  keys: readonly NewKey[];
  owner: Member;
  values: SetupValues;
}

type PlanContext = Pick<Context, 'clock' | 'newId' | 'randomBytes'>;

/** Generates all ids, keys and passwords without storing anything, so that the caller can first write them to a safe file. */
export function planSetup(
  context: PlanContext,
  {
    name,
    email,
    baseUrl,
    hasPassword = false,
  }: { name: string; email: string; baseUrl: string; hasPassword?: boolean },
): SetupPlan {
  const createdAt = context.clock();
  const organization = { id: context.newId('organization', createdAt), name, createdAt };
  const test = planEnvironment(context, organization, 'test', 'Test');
  const live = planEnvironment(context, organization, 'live', 'Live');
  const owner = { email: email.toLowerCase(), password: hasPassword ? null : newPassword(context) };
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

function planEnvironment(context: PlanContext, organization: Organization, kind: EnvironmentKind, name: string) {
  const environment = newEnvironment(context, organization.id, kind, name, organization.createdAt);
  const { id } = environment;
  const text = (keyKind: KeyKind) => formatKey(keyKind, kind, context.randomBytes(KEY_BYTES));
  const values = { id, public_key: text('public'), secret_key: text('secret') };
  const keys = [
    newKey(context, id, 'public', 'First public key', values.public_key),
    newKey(context, id, 'secret', 'First secret key', values.secret_key),
  ];
  return { environment, keys, values };
}

/**
 * Stores a plan and returns true. Safe to call again with the same plan after a crash: rows that already exist are left
 * unchanged. With `onlyFirst`, returns false and stores nothing when another organization already exists.
 * @throws Failure `conflict` `email_taken` when another member has the owner's email; nothing is stored then.
 */
export async function setUp(
  context: Context,
  actor: AuditActor,
  plan: SetupPlan,
  passwordHash: string,
  { onlyFirst = false }: { onlyFirst?: boolean } = {},
): Promise<boolean> {
  const { tenants, members } = context.store;
  const [existing] = await members.findByEmail(plan.owner.email);
  if (!onlyFirst && existing !== undefined && existing.member.id !== plan.owner.id) {
    throw new Failure('conflict', 'email_taken', `${plan.owner.email} belongs to another member.`);
  }
  const organizations = await tenants.organizations();
  if (!organizations.some(({ id }) => id === plan.organization.id)) {
    const options = {
      thresholds: DEFAULT_THRESHOLDS,
      onlyFirst,
      auditEvent: organizationCreated(context, actor, plan),
    };
    if (!(await tenants.createOrganization(plan.organization, plan.environments, plan.keys, options))) return false;
  }
  if (existing === undefined) await members.create(plan.owner, passwordHash, memberCreated(context, actor, plan.owner));
  return true;
}

/** The first audit event of an organization lists its initial environments and keys. */
function organizationCreated(context: Context, actor: AuditActor, plan: SetupPlan): AuditEvent {
  const { organization, environments, keys } = plan;
  return newAuditEvent(context, actor, {
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
