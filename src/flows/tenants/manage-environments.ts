// POST /v1/environments and PATCH /v1/environments/{env}: creates environments and changes their settings.
import { DEFAULT_THRESHOLDS } from '../../policy/policy.ts';
import type { JsonObject } from '../../records/audit.ts';
import type { Environment, EnvironmentSettings, NewEnvironment } from '../../records/tenants.ts';
import { invalid, type ValidationIssue } from '../../vocabulary/failure.ts';
import { isOrigin } from '../../vocabulary/origin.ts';
import type { EnvironmentKind } from '../../vocabulary/words.ts';
import { type AuditActor, changedFields, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';

/** Per organization. Bounded because every request of a session reads all environments of its organization. */
export const MAX_ENVIRONMENTS = 100;

/** @throws Failure `conflict` when the organization already has `MAX_ENVIRONMENTS`. */
export function createEnvironment(
  context: Context,
  actor: AuditActor,
  { name, kind }: { name: string; kind: EnvironmentKind },
): Promise<Environment> {
  const environment = newEnvironment(context, actor.organizationId, kind, name, context.clock());
  const auditEvent = newAuditEvent(context, actor, {
    action: 'environment.created',
    target: { type: 'environment', id: environment.id },
    environmentId: environment.id,
    before: null,
    after: { kind, ...auditedSettings(environment) },
  });
  return context.store.tenants.createEnvironment(environment, DEFAULT_THRESHOLDS, MAX_ENVIRONMENTS, auditEvent);
}

/** The row of an environment, with the settings that every environment begins with. */
export function newEnvironment(
  context: Pick<Context, 'newId'>,
  organizationId: string,
  kind: EnvironmentKind,
  name: string,
  createdAt: number,
): NewEnvironment {
  const settings: EnvironmentSettings = { name, publicRisk: 'full', allowedOrigins: [], retentionDays: null };
  return { id: context.newId('environment', createdAt), organizationId, kind, createdAt, ...settings };
}

/**
 * Changes the given settings. A request that changes nothing is not audited.
 * @throws Failure `invalid` for an origin that no browser would send.
 */
export async function changeEnvironment(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  settings: Partial<EnvironmentSettings>,
): Promise<Environment> {
  checkOrigins(settings.allowedOrigins ?? []);
  const { id } = environment;
  const updated = await context.store.tenants.updateEnvironment(id, settings, (old, changed) => {
    const fields = changedFields(auditedSettings(old), auditedSettings(changed));
    if (fields === null) return null;
    const target = { type: 'environment', id };
    return newAuditEvent(context, actor, { action: 'environment.updated', target, environmentId: id, ...fields });
  });
  if (updated === null) throw new Error(`environment ${id} vanished`);
  return updated;
}

function auditedSettings({ name, publicRisk, allowedOrigins, retentionDays }: EnvironmentSettings): JsonObject {
  return { name, public_risk: publicRisk, allowed_origins: allowedOrigins, retention_days: retentionDays };
}

/** Requests are compared with origins as text, so each must be exactly what browsers send. */
function checkOrigins(origins: readonly string[]): void {
  const [first, ...others] = origins.flatMap((origin, index): ValidationIssue[] => {
    if (isOrigin(origin)) return [];
    const detail = 'Must be an origin as browsers send it, such as https://shop.example or http://localhost:3000.';
    return [{ pointer: `/allowed_origins/${index}`, code: 'bad_origin', detail }];
  });
  if (first !== undefined) throw invalid(first, ...others);
}
