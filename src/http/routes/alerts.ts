// Alerts of an environment, their rules and their channels: only with a dashboard session.
import Type from 'typebox';
import { listAlerts } from '../../flows/alerts/list-alerts.ts';
import {
  createChannel,
  deleteChannel,
  findChannel,
  listChannels,
  testChannel,
} from '../../flows/alerts/manage-channels.ts';
import { createAlertRule, deleteAlertRule, listAlertRules, updateAlertRule } from '../../flows/alerts/manage-rules.ts';
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { ALERT_LIMITS, ALERT_STATUSES } from '../../vocabulary/alerts.ts';
import { MINUTE, SECOND } from '../../vocabulary/clock.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { checkRate, type Rate, RateLimiter } from '../auth/rate-limit.ts';
import { idPage } from '../lists/event-query.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS, PageQuery, pageOf } from '../lists/paging.ts';
import {
  AlertChannelBody,
  AlertChannelSchema,
  AlertRuleBody,
  AlertRuleChangeBody,
  AlertRuleSchema,
  AlertSchema,
  alertBody,
  alertChannelBody,
  alertRuleBody,
  ruleChange,
} from '../schemas/alert.ts';
import { AlertChannelPath, AlertRulePath, EnvironmentPath } from '../schemas/paths.ts';
import { closed, dataOf, named, oneOf } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Alerts', credentials: ['session'] } as const;
const ALERTS = '/v1/environments/{env}/alerts';
const RULES = '/v1/environments/{env}/alert-rules';
const CHANNELS = '/v1/environments/{env}/alert-channels';
/** Test messages of a member. A channel may have any email address: without a limit, an analyst could flood a stranger's mailbox. */
const TESTS: Rate = { perSecond: SECOND / MINUTE, burst: 10 };
const AlertQuery = closed({ ...PAGE_PARAMETERS, status: Type.Optional(oneOf(ALERT_STATUSES)) });
const OneRule = dataOf(named(AlertRuleSchema));
const OneChannel = dataOf(named(AlertChannelSchema));

export function alertRoutes(services: Services): Route[] {
  return [
    alertsRoute(services),
    rulesRoute(services),
    createRuleRoute(services),
    changeRuleRoute(services),
    deleteRuleRoute(services),
    channelsRoute(services),
    createChannelRoute(services),
    deleteChannelRoute(services),
    testChannelRoute(services),
  ];
}

function alertsRoute({ context, cursors }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: ALERTS,
    operationId: 'listAlerts',
    summary: 'List what the alert rules detected',
    description: 'Each with the messages that were sent about it. Resolved alerts are removed after 90 days.',
    permission: 'read',
    params: EnvironmentPath,
    query: AlertQuery,
    responses: { 200: { description: 'Alerts, newest first.', body: listSchema(named(AlertSchema), 'Alerts.') } },
    handler: async ({ caller, params, query }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = query;
      const identity = { list: 'alerts', environment: environment.id, filter };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const rows = await listAlerts(context, environment, filter.status ?? null, idPage(position, limit));
      const page = pageOf(rows.map(alertBody), position, limit, ({ id }) => [id]);
      const path = `/v1/environments/${environment.id}/alerts`;
      return { status: 200, body: listBody(cursors, identity, path, limit, page) };
    },
  });
}

function rulesRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: RULES,
    operationId: 'listAlertRules',
    summary: 'List the alert rules of an environment',
    description: 'Each with what it watches, where it sends messages, and its quiet hours.',
    permission: 'read',
    params: EnvironmentPath,
    query: PageQuery,
    responses: { 200: { description: 'Newest first.', body: listSchema(named(AlertRuleSchema), 'Rules.') } },
    handler: async ({ caller, params, query }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const identity = { list: 'alert rules', environment: environment.id, filter: {} };
      const rules = await listAlertRules(context, environment);
      const path = `/v1/environments/${environment.id}/alert-rules`;
      return { status: 200, body: inMemoryPage(services, identity, path, query, rules, alertRuleBody) };
    },
  });
}

function createRuleRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: RULES,
    operationId: 'createAlertRule',
    summary: 'Create an alert rule',
    description:
      'It is evaluated every 5 seconds. A rule sends one message when its condition begins, and one when it is over.',
    permission: 'manage_alerts',
    params: EnvironmentPath,
    body: AlertRuleBody,
    errorStatuses: [409],
    responses: { 201: { description: 'The rule.', body: OneRule } },
    handler: async (request) => {
      const { caller, params, body } = request;
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { windowMinutes, minEvents } = ALERT_LIMITS;
      const defaults = { windowMinutes: windowMinutes.initial, minEvents: minEvents.initial };
      const { name, kind, threshold, channels } = body;
      const draft = { quietHours: null, status: 'active' as const, ...defaults, ...ruleChange(body) };
      const complete = { ...draft, name, kind, threshold, channels };
      const rule = await createAlertRule(context, auditActorOf(services, request), environment, complete);
      return { status: 201, body: { data: alertRuleBody(rule) } };
    },
  });
}

function changeRuleRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'PATCH',
    path: `${RULES}/{rule}`,
    operationId: 'updateAlertRule',
    summary: 'Change an alert rule',
    description: 'Applies from now on. Open alerts of a disabled rule are resolved.',
    permission: 'manage_alerts',
    params: AlertRulePath,
    body: AlertRuleChangeBody,
    responses: { 200: { description: 'The rule after the change.', body: OneRule } },
    handler: async (request) => {
      const { caller, params, body } = request;
      const environment = await findEnvironment(context, caller.environments, params.env);
      const actor = auditActorOf(services, request);
      const rule = await updateAlertRule(context, actor, environment, params.rule, ruleChange(body));
      return { status: 200, body: { data: alertRuleBody(rule) } };
    },
  });
}

function deleteRuleRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: `${RULES}/{rule}`,
    operationId: 'deleteAlertRule',
    summary: 'Delete an alert rule',
    description: 'Its open alerts are resolved.',
    permission: 'manage_alerts',
    params: AlertRulePath,
    responses: { 204: { description: 'The rule is deleted.' } },
    handler: async (request) => {
      const { caller, params } = request;
      const environment = await findEnvironment(context, caller.environments, params.env);
      await deleteAlertRule(context, auditActorOf(services, request), environment, params.rule);
      return { status: 204 };
    },
  });
}

function channelsRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: CHANNELS,
    operationId: 'listAlertChannels',
    summary: 'List the channels that alerts are sent to',
    description: 'With the times of the last success and failure. URLs are masked.',
    permission: 'read',
    params: EnvironmentPath,
    query: PageQuery,
    responses: { 200: { description: 'Newest first.', body: listSchema(named(AlertChannelSchema), 'Channels.') } },
    handler: async ({ caller, params, query }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const identity = { list: 'alert channels', environment: environment.id, filter: {} };
      const channels = await listChannels(context, environment);
      const path = `/v1/environments/${environment.id}/alert-channels`;
      return { status: 200, body: inMemoryPage(services, identity, path, query, channels, alertChannelBody) };
    },
  });
}

function createChannelRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: CHANNELS,
    operationId: 'createAlertChannel',
    summary: 'Create a channel for alerts',
    description: 'Takes exactly one target: `emails`, `url` or `endpoint_id`, by kind.',
    permission: 'manage_webhooks',
    params: EnvironmentPath,
    body: AlertChannelBody,
    errorStatuses: [409],
    responses: { 201: { description: 'The channel.', body: OneChannel } },
    handler: async (request) => {
      const { caller, params } = request;
      const { endpoint_id: endpointId, ...same } = request.body;
      const environment = await findEnvironment(context, caller.environments, params.env);
      const actor = auditActorOf(services, request);
      const channel = await createChannel(context, actor, environment, { ...same, endpointId });
      return { status: 201, body: { data: alertChannelBody(channel) } };
    },
  });
}

function deleteChannelRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: `${CHANNELS}/{channel}`,
    operationId: 'deleteAlertChannel',
    summary: 'Delete a channel that no rule sends to',
    description: 'Messages that were waiting for it are canceled.',
    permission: 'manage_webhooks',
    params: AlertChannelPath,
    errorStatuses: [409],
    responses: { 204: { description: 'The channel is deleted.' } },
    handler: async (request) => {
      const { caller, params } = request;
      const environment = await findEnvironment(context, caller.environments, params.env);
      await deleteChannel(context, auditActorOf(services, request), environment, params.channel);
      return { status: 204 };
    },
  });
}

function testChannelRoute(services: Services): Route {
  const { context } = services;
  const perMember = new RateLimiter(TESTS, context.clock);
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: `${CHANNELS}/{channel}/test`,
    operationId: 'testAlertChannel',
    summary: 'Send a test message to a channel',
    description:
      'Email and slack: sent before the response, whose `last_error` says why it failed. webhook: queues a `webhook.test` ' +
      'for the endpoint. At most ten at once, and then one a minute, for each member.',
    permission: 'manage_webhooks',
    params: AlertChannelPath,
    errorStatuses: [409, 429],
    responses: { 200: { description: 'The channel after the test.', body: OneChannel } },
    handler: async (request) => {
      const { params } = request;
      const caller = request.caller as SessionCaller;
      const environment = await findEnvironment(context, caller.environments, params.env);
      const channel = await findChannel(context, environment, params.channel);
      checkRate(perMember.take(caller.member.id), 'Too many test messages.');
      const tested = await testChannel(context, auditActorOf(services, request), environment, channel);
      return { status: 200, body: { data: alertChannelBody(tested) } };
    },
  });
}
