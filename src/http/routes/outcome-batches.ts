// POST /v1/environments/{env}/outcome-batches and DELETE …/{batch}: one label for many events, and its undoing.
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { recordBatch, undoBatch } from '../../flows/outcomes/outcome-batch.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { OutcomeBatchBody, OutcomeBatchSchema, outcomeBatchBody } from '../schemas/outcome-batch.ts';
import { EnvironmentPath, OutcomeBatchPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

/** 10,000 event ids have 330 KB. */
export const EVENT_IDS_LIMIT = 512 * 1024;

export function outcomeBatchRoutes(services: Services): Route[] {
  return [recordRoute(services), undoRoute(services)];
}

function recordRoute(services: Services): Route {
  const { context } = services;
  return route({
    method: 'POST',
    path: '/v1/environments/{env}/outcome-batches',
    operationId: 'recordOutcomeBatch',
    tag: 'Outcomes',
    summary: 'Label many events at once',
    description:
      'Writes one outcome row for each event that does not have the label yet, keeps its authentication outcome, and ' +
      'writes one audit entry. The rows have the id of the batch in their metadata.',
    credentials: ['session'],
    permission: 'record_outcome',
    params: EnvironmentPath,
    body: OutcomeBatchBody,
    bodyLimit: EVENT_IDS_LIMIT,
    responses: { 201: { description: 'The outcomes were recorded.', body: dataOf(named(OutcomeBatchSchema)) } },
    handler: async ({ caller, params, body, http }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const request = { eventIds: body.event_ids, label: body.label, reason: body.reason ?? null };
      const actor = auditActorOf(services, { caller, http });
      const { batch, written } = await recordBatch(context, actor, caller as SessionCaller, environment, request);
      return { status: 201, body: { data: outcomeBatchBody(batch, written) } };
    },
  });
}

function undoRoute(services: Services): Route {
  const { context } = services;
  return route({
    method: 'DELETE',
    path: '/v1/environments/{env}/outcome-batches/{batch}',
    operationId: 'undoOutcomeBatch',
    tag: 'Outcomes',
    summary: 'Undo the labels of a batch',
    description:
      'Outcomes are append-only: each event gets another row with the label it had before, or with none. An event that ' +
      'was labeled again since keeps that label. `written_count` is the number of events whose label was undone.',
    credentials: ['session'],
    permission: 'record_outcome',
    params: OutcomeBatchPath,
    responses: { 200: { description: 'The labels were undone.', body: dataOf(named(OutcomeBatchSchema)) } },
    errorStatuses: [409],
    handler: async ({ caller, params, http }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const actor = auditActorOf(services, { caller, http });
      const { batch, written } = await undoBatch(context, actor, caller as SessionCaller, environment, params.batch);
      return { status: 200, body: { data: outcomeBatchBody(batch, written) } };
    },
  });
}
