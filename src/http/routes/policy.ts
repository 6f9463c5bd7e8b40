// The policy of an environment (specification 4.6, contract 6): dashboard sessions alone, never a key.
import Type from 'typebox';
import type { PolicyEditor } from '../../flows/policy/change-policy.ts';
import { changeThresholds, checkThresholds } from '../../flows/policy/change-thresholds.ts';
import { checkRule, createRule } from '../../flows/policy/create-rule.ts';
import { deleteRule } from '../../flows/policy/delete-rule.ts';
import { listPolicyVersions, readPolicy, readPolicyVersion } from '../../flows/policy/read-policy.ts';
import { checkRuleChange, updateRule } from '../../flows/policy/update-rule.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import type { PolicyVersion, VersionPage } from '../../records/policies.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { ETAG_HEADER, etagOf, expectedVersions, IfMatchHeader } from '../input/entity-tag.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS, type Position, pageOf } from '../lists/paging.ts';
import {
  PolicySchema,
  policyBody,
  RuleBody,
  RuleChangeBody,
  RuleSchema,
  ruleBody,
  ThresholdsSchema,
} from '../schemas/policy.ts';
import { closed, named } from '../schemas/schema.ts';
import { HttpProblem } from '../server/problem.ts';
import { type RequestContext, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const EnvironmentPath = closed({ env: Type.String({ description: 'Environment id, prefix env_.' }) });
const VersionPath = closed({
  env: Type.String({ description: 'Environment id, prefix env_.' }),
  n: Type.String({ description: 'Version, 1 or more.' }),
});
const RulePath = closed({ id: Type.String({ description: 'Rule id, prefix polr_.' }) });
const SESSION_ONLY = { tag: 'Policy', credentials: ['session'] } as const;
const OnePolicy = closed({ data: named(PolicySchema) });
const OneRule = closed({ data: named(RuleSchema) });

export function policyRoutes(services: Services): Route[] {
  return [
    readRoute(services),
    thresholdsRoute(services),
    createRuleRoute(services),
    updateRuleRoute(services),
    deleteRuleRoute(services),
    versionsRoute(services),
    versionRoute(services),
  ];
}

function readRoute({ context }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/environments/{env}/policy',
    operationId: 'readPolicy',
    summary: 'Read the policy in force',
    permission: 'read',
    params: EnvironmentPath,
    responses: { 200: { description: 'The policy.', body: OnePolicy, headers: ETAG_HEADER } },
    handler: async ({ caller, params }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      return policyAnswer(await readPolicy(context, environment));
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
    description: 'Counts from the next event on. The thresholds in force again make no new version.',
    permission: 'change_policy',
    params: EnvironmentPath,
    headers: IfMatchHeader,
    body: ThresholdsSchema,
    errorStatuses: [409],
    responses: { 200: { description: 'The policy afterwards.', body: OnePolicy, headers: ETAG_HEADER } },
    handler: async ({ caller, params, body, http }) => {
      const thresholds = checkThresholds(body);
      const environment = await findEnvironment(context, caller.environments, params.env);
      return policyAnswer(
        await changeThresholds(context, environment, thresholds, editorOf(services, { caller, http })),
      );
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
    description: 'Its priority must be free; a policy holds 100 rules. The ETag is that of the policy afterwards.',
    permission: 'change_policy',
    params: EnvironmentPath,
    headers: IfMatchHeader,
    body: RuleBody,
    errorStatuses: [409],
    responses: { 201: { description: 'The rule.', body: OneRule, headers: ETAG_HEADER } },
    handler: async ({ caller, params, body, http }) => {
      const input = checkRule(body);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { rule, policy } = await createRule(context, environment, input, editorOf(services, { caller, http }));
      return { status: 201, body: { data: ruleBody(rule) }, headers: etagOf(policy.version) };
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
    description:
      'What is given replaces what it had; conditions are replaced whole. A null event_type means every type.',
    permission: 'change_policy',
    params: RulePath,
    headers: IfMatchHeader,
    body: RuleChangeBody,
    errorStatuses: [409],
    responses: { 200: { description: 'The rule afterwards.', body: OneRule, headers: ETAG_HEADER } },
    handler: async ({ caller, params, body, http }) => {
      const change = checkRuleChange(body);
      const editor = editorOf(services, { caller, http });
      const { rule, policy } = await updateRule(context, caller.environments, params.id, change, editor);
      return { status: 200, body: { data: ruleBody(rule) }, headers: etagOf(policy.version) };
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
    description: 'Past decisions keep naming it.',
    permission: 'change_policy',
    params: RulePath,
    headers: IfMatchHeader,
    errorStatuses: [409],
    responses: { 204: { description: 'It is deleted.', headers: ETAG_HEADER } },
    handler: async ({ caller, params, http }) => {
      const { version } = await deleteRule(
        context,
        caller.environments,
        params.id,
        editorOf(services, { caller, http }),
      );
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
    summary: 'List every version the policy ever had',
    permission: 'read',
    params: EnvironmentPath,
    query: closed(PAGE_PARAMETERS),
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
    summary: 'Read one version of the policy whole',
    permission: 'read',
    params: VersionPath,
    responses: { 200: { description: 'The version.', body: OnePolicy, headers: ETAG_HEADER } },
    handler: async ({ caller, params }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      if (!/^[1-9][0-9]{0,8}$/.test(params.n)) {
        throw new HttpProblem(404, 'version_not_found', 'The policy has no such version.');
      }
      return policyAnswer(await readPolicyVersion(context, environment, Number(params.n)));
    },
  });
}

function policyAnswer(policy: PolicyVersion) {
  return { status: 200, body: { data: policyBody(policy) }, headers: etagOf(policy.version) };
}

function editorOf(services: Services, ask: Pick<RequestContext, 'caller' | 'http'>): PolicyEditor {
  return { author: auditActorOf(services, ask), expected: expectedVersions(ask.http.raw) };
}

/** One row more than the page shows says whether there is another page. */
function versionPage(position: Position | null, limit: number): VersionPage {
  if (position === null) return { limit: limit + 1, from: null };
  const direction = position.direction === 'next' ? 'older' : 'newer';
  return { limit: limit + 1, from: { version: Number(position.key[0]), direction } };
}
