// POST /v1/environments and PATCH /v1/environments/{env}: environments and their settings.
import { DEFAULT_THRESHOLDS } from '../../policy/policy.ts';
import type { JsonObject } from '../../records/audit.ts';
import type { Environment, EnvironmentSettings, NewEnvironment } from '../../records/tenants.ts';
import { invalid, type ValidationIssue } from '../../vocabulary/failure.ts';
import type { EnvironmentKind } from '../../vocabulary/words.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import { changedFields } from '../audit/differences.ts';
import type { Context } from '../context.ts';

/** Every request of a session reads all environments of its organization. */
const MOST_ENVIRONMENTS = 25;

/** @throws Failure `conflict` for the 26th environment. */
export function createEnvironment(
  context: Context,
  author: AuditActor,
  { name, kind }: { name: string; kind: EnvironmentKind },
): Promise<Environment> {
  const createdAt = context.clock();
  const { organizationId } = author;
  const settings: EnvironmentSettings = { name, publicRisk: 'full', allowedOrigins: [], retentionDays: null };
  const environment: NewEnvironment = {
    id: context.newId('environment', createdAt),
    organizationId,
    kind,
    createdAt,
    ...settings,
  };
  const change = auditEvent(context, author, {
    action: 'environment.created',
    target: { type: 'environment', id: environment.id },
    environmentId: environment.id,
    before: null,
    after: { kind, ...settingsText(settings) },
  });
  return context.store.tenants.createEnvironment(environment, DEFAULT_THRESHOLDS, MOST_ENVIRONMENTS, change);
}

/**
 * Changes what is given; a repetition changes nothing and is not audited.
 * @throws Failure `invalid` for an origin that no browser would send.
 */
export async function changeEnvironment(
  context: Context,
  author: AuditActor,
  environment: Environment,
  settings: Partial<EnvironmentSettings>,
): Promise<Environment> {
  checkOrigins(settings.allowedOrigins ?? []);
  const { id } = environment;
  const after = await context.store.tenants.updateEnvironment(id, settings, (old, changed) => {
    const [was, is] = changedFields(settingsText(old), settingsText(changed));
    if (Object.keys(is).length === 0) return null;
    const target = { type: 'environment', id };
    return auditEvent(context, author, {
      action: 'environment.updated',
      target,
      environmentId: id,
      before: was,
      after: is,
    });
  });
  if (after === null) throw new Error(`environment ${id} vanished`);
  return after;
}

function settingsText({ name, publicRisk, allowedOrigins, retentionDays }: EnvironmentSettings): JsonObject {
  return { name, public_risk: publicRisk, allowed_origins: allowedOrigins, retention_days: retentionDays };
}

/** Compared as text with what browsers send: scheme, host in lower case, a port that is not the usual one. */
function checkOrigins(origins: readonly string[]): void {
  const [wrong, ...others] = origins.flatMap((origin, at): ValidationIssue[] => {
    if (isOrigin(origin)) return [];
    const detail = 'Must be an origin as browsers send it, such as https://shop.example or http://localhost:3000.';
    return [{ pointer: `/allowed_origins/${at}`, code: 'bad_origin', detail }];
  });
  if (wrong !== undefined) throw invalid(wrong, ...others);
}

function isOrigin(text: string): boolean {
  try {
    const { protocol, origin } = new URL(text);
    return (protocol === 'https:' || protocol === 'http:') && origin === text;
  } catch {
    return false;
  }
}
