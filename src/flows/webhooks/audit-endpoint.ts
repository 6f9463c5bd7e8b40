// The audit entries of webhook endpoints: what they say of one, and what they leave out.
import type { AuditEvent, JsonObject } from '../../records/audit.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Endpoint } from '../../records/webhooks.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import { changedFields } from '../audit/differences.ts';
import type { Context } from '../context.ts';

type Settings = Pick<Endpoint, 'url' | 'description' | 'eventTypes' | 'status'>;

/** The entry of something that was done to an endpoint. */
export function endpointChange(
  context: Pick<Context, 'clock' | 'newId'>,
  author: AuditActor,
  environment: Environment,
  id: string,
  what: Pick<AuditEvent, 'action' | 'before' | 'after'>,
): AuditEvent {
  return auditEvent(context, author, { ...what, target: { type: 'webhook', id }, environmentId: environment.id });
}

/** Both sides of what differs, as the trail tells it, or null when nothing does. */
export function endpointDifferences(was: Settings, is: Settings): Pick<AuditEvent, 'before' | 'after'> | null {
  const [before, after] = changedFields(settings(was), settings(is));
  if (Object.keys(after).length === 0) return null;
  return { before: shown(before), after: shown(after) };
}

/** An endpoint as the trail tells it: never its secret. */
export function describedEndpoint(endpoint: Settings): JsonObject {
  return shown(settings(endpoint));
}

function settings({ url, description, eventTypes, status }: Settings): JsonObject {
  return { url, description, event_types: eventTypes, status };
}

/** Receivers take tokens in their query; the trail is kept for ever, also after the endpoint is gone. */
function shown(text: JsonObject): JsonObject {
  return typeof text.url === 'string' ? { ...text, url: text.url.replace(/\?.*$/s, '?…') } : text;
}
