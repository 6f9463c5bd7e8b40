// Makes an organization that can be used at once: a test and a live environment, a public and a secret key each, an owner.
import { credentialDigest, formatKey, KEY_BYTES, lastFour } from '../access/credential.ts';
import type { Member } from '../records/people.ts';
import type { Environment, NewKey, Organization } from '../records/tenants.ts';
import { encodeBase32 } from '../vocabulary/ids.ts';
import { ENVIRONMENT_KINDS, type EnvironmentKind, KEY_KINDS, type KeyKind } from '../vocabulary/words.ts';
import type { Context } from './context.ts';

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
  environments: readonly Omit<Environment, 'number' | 'policyVersion' | 'webhooksVersion'>[];
  keys: readonly NewKey[];
  owner: Member;
  values: SetUpValues;
}

const ENVIRONMENT_NAMES: Readonly<Record<EnvironmentKind, string>> = { test: 'Test', live: 'Live' };
const KEY_NAMES: Readonly<Record<KeyKind, string>> = { public: 'First public key', secret: 'First secret key' };

/** Decides everything and keeps nothing, so that the values can be put in a safe place first. */
export function planSetUp(
  context: Pick<Context, 'clock' | 'newId' | 'randomBytes'>,
  { name, email, baseUrl }: { name: string; email: string; baseUrl: string },
): SetUpPlan {
  const createdAt = context.clock();
  const organization = { id: context.newId('organization', createdAt), name, createdAt };
  const environments = ENVIRONMENT_KINDS.map((kind) => ({
    id: context.newId('environment', createdAt),
    organizationId: organization.id,
    kind,
    name: ENVIRONMENT_NAMES[kind],
    publicRisk: 'full' as const,
    allowedOrigins: [],
    retentionDays: null,
    createdAt,
  }));
  const keys = environments.flatMap((environment) =>
    KEY_KINDS.map((kind) => {
      const text = formatKey(kind, environment.kind, context.randomBytes(KEY_BYTES));
      return { environment, kind, text, row: newKey(context, environment.id, kind, KEY_NAMES[kind], text) };
    }),
  );
  const shown = (environmentKind: EnvironmentKind, kind: KeyKind) =>
    keys.find((key) => key.environment.kind === environmentKind && key.kind === kind)?.text ?? '';
  const idOf = (kind: EnvironmentKind) => environments.find((environment) => environment.kind === kind)?.id ?? '';
  const values = (kind: EnvironmentKind) => ({
    id: idOf(kind),
    public_key: shown(kind, 'public'),
    secret_key: shown(kind, 'secret'),
  });
  return {
    organization,
    environments,
    keys: keys.map(({ row }) => row),
    owner: {
      id: context.newId('user', createdAt),
      organizationId: organization.id,
      email: email.toLowerCase(),
      role: 'owner',
      createdAt,
    },
    values: {
      base_url: baseUrl,
      organization_id: organization.id,
      environments: { test: values('test'), live: values('live') },
      owner: { email: email.toLowerCase(), password: newPassword(context) },
    },
  };
}

/**
 * Keeps a plan. May be called again after a crash: what is there already is left alone.
 * @throws Failure `conflict` `email_taken` when somebody else has the owner's e-mail.
 */
export async function setUp(context: Context, plan: SetUpPlan, passwordHash: string): Promise<void> {
  const { tenants, people } = context.store;
  const known = await tenants.organizations();
  if (!known.some(({ id }) => id === plan.organization.id)) {
    await tenants.createOrganization(plan.organization, plan.environments, plan.keys);
  }
  const holder = await people.memberByEmail(plan.owner.email);
  if (holder?.member.id !== plan.owner.id) await people.createMember(plan.owner, passwordHash);
}

/** The row of a key whose plain text is shown once and forgotten. */
export function newKey(
  context: Pick<Context, 'clock' | 'newId'>,
  environmentId: string,
  kind: KeyKind,
  name: string,
  text: string,
): NewKey {
  const createdAt = context.clock();
  return {
    id: context.newId('key', createdAt),
    environmentId,
    kind,
    name,
    lastFour: lastFour(text),
    digest: credentialDigest(text),
    createdAt,
    lastUsedAt: null,
    revokedAt: null,
  };
}

/** 128 bits as 26 characters that are easy to type and hold nothing a shell would read. */
export function newPassword(context: Pick<Context, 'randomBytes'>): string {
  return encodeBase32(context.randomBytes(16));
}
