// The policy of an environment: only with a dashboard session, never with a key.
import type { PolicyEditor } from '../../flows/policy/change-policy.ts';
import { changeThresholds, checkThresholds } from '../../flows/policy/change-thresholds.ts';
import { checkRule, createRule, type SavedRule } from '../../flows/policy/create-rule.ts';
import { deleteRule } from '../../flows/policy/delete-rule.ts';
import { listPolicyVersions, readPolicy, readPolicyVersion } from '../../flows/policy/read-policy.ts';
import { restorePolicy } from '../../flows/policy/restore-policy.ts';
import { ruleForm } from '../../flows/policy/rule-form.ts';
import { checkRuleChange, updateRule } from '../../flows/policy/update-rule.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import type { PolicyVersion, VersionPage } from '../../records/policies.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { ETAG_HEADER, etagOf, expectedVersions, IfMatchHeader } from '../input/entity-tag.ts';
import { readingDirection } from '../lists/event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PageQuery, type Position, pageOf } from '../lists/paging.ts';
import { EnvironmentPath, PolicyVersionPath, RulePath } from '../schemas/paths.ts';
import {
  CommentQuery,
  PolicySchema,
  policyBody,
  RuleBody,
  RuleChangeBody,
  RuleSchema,
  ruleBody,
  ThresholdsBody,
} from '../schemas/policy.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type RequestContext, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Policy', credentials: ['session'] } as const;
const OnePolicy = dataOf(named(PolicySchema));
const OneRule = dataOf(named(RuleSchema));
const RULE_HEADERS = {
  ...ETAG_HEADER,
  'Assay-Notice': 'Present if no event can match the rule, such as one for scores above 100.',
};
const VERSION = /^[1-9][0-9]{0,8}$/;

export function policyRoutes(services: Services): Route[] {
  return [
    readRoute(services),
    thresholdsRoute(services),
    createRuleRoute(services),
    updateRuleRoute(services),
    deleteRuleRoute(services),
    versionsRoute(services),
    versionRoute(services),
    restoreRoute(services),
  ];
}

function readRoute({ context }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/environments/{env}/policy',
    operationId: 'readPolicy',
    summary: 'Read the active policy',
    description: 'The current thresholds and rules. The `ETag` is the version; send it as `If-Match` with a change.',
    permission: 'read',
    params: EnvironmentPath,
    responses: { 200: { description: 'The policy.', body: OnePolicy, headers: ETAG_HEADER } },
    handler: async ({ caller, params }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      return policyResponse(await readPolicy(context, environment));
    },
  });
}

function thresholdsRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'PUT',
    path: '/v1/environments/{env}/policy/thresholds',
    operationId: 'changeThresholds',
    summary: 'Change the thresholds',
    description: 'Applies from the next event. Sending the current thresholds again creates no new version.',
    permission: 'change_policy',
    params: EnvironmentPath,
    headers: IfMatchHeader,
    body: ThresholdsBody,
    errorStatuses: [409],
    responses: { 200: { description: 'The policy after the change.', body: OnePolicy, headers: ETAG_HEADER } },
    handler: async (request) => {
      const { comment, ...fields } = request.body;
      const thresholds = checkThresholds(fields);
      const environment = await findEnvironment(context, request.caller.environments, request.params.env);
      const editor = editorOf(services, request, comment);
      return policyResponse(await changeThresholds(context, environment, thresholds, editor));
    },
  });
}

function createRuleRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/environments/{env}/policy/rules',
    operationId: 'createRule',
    summary: 'Add a rule',
    description:
      `The priority must be unused; a policy has at most ${ruleForm.limits.rules} rules. ` +
      'The ETag belongs to the changed policy.',
    permission: 'change_policy',
    params: EnvironmentPath,
    headers: IfMatchHeader,
    body: RuleBody,
    errorStatuses: [409],
    responses: { 201: { description: 'The rule.', body: OneRule, headers: RULE_HEADERS } },
    handler: async (request) => {
      const { comment, ...fields } = request.body;
      const input = checkRule(fields);
      const environment = await findEnvironment(context, request.caller.environments, request.params.env);
      const editor = editorOf(services, request, comment);
      const saved = await createRule(context, environment, input, editor);
      return { status: 201, body: { data: ruleBody(saved.rule) }, headers: ruleHeaders(saved) };
    },
  });
}

function updateRuleRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'PATCH',
    path: '/v1/policy/rules/{id}',
    operationId: 'updateRule',
    summary: 'Change a rule',
    description: 'Replaces the given fields; conditions are replaced as a whole. A null event_type means every type.',
    permission: 'change_policy',
    params: RulePath,
    headers: IfMatchHeader,
    body: RuleChangeBody,
    errorStatuses: [409],
    responses: { 200: { description: 'The rule after the change.', body: OneRule, headers: RULE_HEADERS } },
    handler: async (request) => {
      const { caller, params } = request;
      const { comment, ...fields } = request.body;
      const change = checkRuleChange(fields);
      const editor = editorOf(services, request, comment);
      const saved = await updateRule(context, caller.environments, params.id, change, editor);
      return { status: 200, body: { data: ruleBody(saved.rule) }, headers: ruleHeaders(saved) };
    },
  });
}

function deleteRuleRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: '/v1/policy/rules/{id}',
    operationId: 'deleteRule',
    summary: 'Delete a rule',
    description: 'Past decisions still refer to it.',
    permission: 'change_policy',
    params: RulePath,
    query: CommentQuery,
    headers: IfMatchHeader,
    errorStatuses: [409],
    responses: { 204: { description: 'The rule is deleted.', headers: ETAG_HEADER } },
    handler: async (request) => {
      const { caller, params, query } = request;
      const editor = editorOf(services, request, query.comment);
      const { version } = await deleteRule(context, caller.environments, params.id, editor);
      return { status: 204, headers: etagOf(version) };
    },
  });
}

function versionsRoute({ context, cursors }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/environments/{env}/policy/versions',
    operationId: 'listPolicyVersions',
    summary: 'List every version of the policy',
    description: 'Every version is stored completely, with its author, so that any past decision can be understood.',
    permission: 'read',
    params: EnvironmentPath,
    query: PageQuery,
    responses: { 200: { description: 'Versions, newest first.', body: listSchema(named(PolicySchema), 'Versions.') } },
    handler: async ({ caller, params, query }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const identity = { list: 'policy versions', environment: environment.id, filter: {} };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const rows = await listPolicyVersions(context, environment, versionPage(position, limit));
      const page = pageOf(rows.map(policyBody), position, limit, ({ version }) => [version]);
      const path = `/v1/environments/${environment.id}/policy/versions`;
      return { status: 200, body: listBody(cursors, identity, path, limit, page) };
    },
  });
}

function versionRoute({ context }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/environments/{env}/policy/versions/{n}',
    operationId: 'readPolicyVersion',
    summary: 'Read one version of the policy',
    description: 'The thresholds and rules that decided at that time.',
    permission: 'read',
    params: PolicyVersionPath,
    responses: { 200: { description: 'The version.', body: OnePolicy, headers: ETAG_HEADER } },
    handler: async ({ caller, params }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      return policyResponse(await readPolicyVersion(context, environment, versionOf(params.n)));
    },
  });
}

function restoreRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/environments/{env}/policy/versions/{n}/restore',
    operationId: 'restorePolicyVersion',
    summary: 'Restore an earlier version',
    description:
      'Its thresholds and rules decide from the next event. Restoring the active thresholds and rules creates no new version.',
    permission: 'change_policy',
    params: PolicyVersionPath,
    query: CommentQuery,
    headers: IfMatchHeader,
    errorStatuses: [409],
    responses: { 200: { description: 'The policy after the change.', body: OnePolicy, headers: ETAG_HEADER } },
    handler: async (request) => {
      const { caller, params, query } = request;
      const environment = await findEnvironment(context, caller.environments, params.env);
      const editor = editorOf(services, request, query.comment);
      return policyResponse(await restorePolicy(context, environment, versionOf(params.n), editor));
    },
  });
}

/** No policy has version 0, so malformed text results in the same 404 as an unknown version. */
function versionOf(text: string): number {
  return VERSION.test(text) ? Number(text) : 0;
}

function policyResponse(policy: PolicyVersion) {
  return { status: 200 as const, body: { data: policyBody(policy) }, headers: etagOf(policy.version) };
}

/** A rule that never matches is valid, for example to reserve a priority, but rarely what its author meant. */
function ruleHeaders({ policy, canMatch }: SavedRule): Record<string, string> {
  return { ...etagOf(policy.version), ...(canMatch ? {} : { 'assay-notice': 'no event can match this rule' }) };
}

function editorOf(
  services: Services,
  request: Pick<RequestContext, 'caller' | 'http'>,
  comment: string | undefined,
): PolicyEditor {
  return { actor: auditActorOf(services, request), expected: expectedVersions(request.http.raw), comment };
}

/** Reads one row more than the page contains: the extra row shows that another page follows. */
function versionPage(position: Position | null, limit: number): VersionPage {
  if (position === null) return { limit: limit + 1, from: null };
  return { limit: limit + 1, from: { version: Number(position.key[0]), direction: readingDirection(position) } };
}
