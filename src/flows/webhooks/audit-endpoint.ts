// Builds the audit events of webhook endpoints and leaves secrets out of them.
import type { AuditEvent, JsonObject } from '../../records/audit.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Endpoint } from '../../records/webhooks.ts';
import { type AuditActor, type ChangedFields, changedFields, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';

type Settings = Pick<Endpoint, 'url' | 'description' | 'eventTypes' | 'status'>;

export function endpointAuditEvent(
  context: Pick<Context, 'clock' | 'newId' | 'webhooks'>,
  actor: AuditActor,
  environment: Environment,
  id: string,
  change: Pick<AuditEvent, 'action' | 'before' | 'after'>,
): AuditEvent {
  return newAuditEvent(context, actor, { ...change, target: { type: 'webhook', id }, environmentId: environment.id });
}

/** The settings that differ, as the audit log shows them, or null if none do. */
export function changedEndpointFields(old: Settings, changed: Settings): ChangedFields | null {
  const fields = changedFields(settings(old), settings(changed));
  return fields === null ? null : { before: withoutQuery(fields.before), after: withoutQuery(fields.after) };
}

/** An endpoint as the audit log shows it, without its secret. */
export function auditedEndpoint(endpoint: Settings): JsonObject {
  return withoutQuery(settings(endpoint));
}

function settings({ url, description, eventTypes, status }: Settings): JsonObject {
  return { url, description, event_types: eventTypes, status };
}

/** Receivers put tokens in the query of their URL, and audit entries outlive the endpoint. */
function withoutQuery(fields: JsonObject): JsonObject {
  return typeof fields.url === 'string' ? { ...fields, url: fields.url.replace(/\?.*$/s, '?…') } : fields;
}
