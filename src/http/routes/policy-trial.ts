// Trying a policy before it counts: the simulator (specification 4.6). Dashboard sessions alone.
import type { FastifyBaseLogger } from 'fastify';
import Type from 'typebox';
import { type BacktestStep, backtestPolicy, draftPolicy } from '../../flows/policy/backtest-policy.ts';
import { ruleForm } from '../../flows/policy/rule-form.ts';
import { SIMULATED_SIGNALS, simulatePolicy } from '../../flows/policy/simulate-policy.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { parseTimeRange } from '../input/time-range.ts';
import { acceptsNdjson, NDJSON, textStream } from '../lists/ndjson.ts';
import { BacktestSchema, backtestBody } from '../schemas/backtest.ts';
import { DraftRuleBody, ThresholdsSchema } from '../schemas/policy.ts';
import { DecisionSchema, MatchedRuleSchema } from '../schemas/risk.ts';
import { closed, named, oneOf } from '../schemas/schema.ts';
import { HttpProblem } from '../server/problem.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const EnvironmentPath = closed({ env: Type.String({ description: 'Environment id, prefix env_.' }) });
const SESSION_ONLY = { tag: 'Policy', credentials: ['session'], permission: 'simulate_policy' } as const;
const percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

const SimulateBody = closed({
  event_type: Type.String({ pattern: ruleForm.eventTypePattern }),
  risk_score: percent('0 to 100; the level follows from it.'),
  signals: Type.Optional(
    Type.Array(oneOf(SIMULATED_SIGNALS), { maxItems: 100, description: 'Codes that fired; none when left out.' }),
  ),
  automation_score: Type.Optional(percent('0 when left out.')),
  device_new: Type.Optional(Type.Boolean({ description: 'Left out: whether NEW_DEVICE is among the signals.' })),
  device_trusted: Type.Optional(Type.Boolean({ description: 'False when left out.' })),
});
const Simulated = closed({
  data: closed({
    decision: DecisionSchema,
    baseline_decision: DecisionSchema,
    matched_rule: MatchedRuleSchema,
    policy_version: Type.Integer({ minimum: 1 }),
  }),
});

const moment = (description: string) => Type.String({ maxLength: 40, description });
const BacktestBody = closed({
  from: moment('ISO 8601 with a zone, inclusive; by arrival.'),
  to: moment('ISO 8601 with a zone, exclusive.'),
  thresholds: Type.Optional(ThresholdsSchema),
  rules: Type.Optional(
    Type.Array(DraftRuleBody, { maxItems: ruleForm.limits.rules, description: 'Left out: those in force.' }),
  ),
});

export function policyTrialRoutes(services: Services): Route[] {
  return [simulateRoute(services), backtestRoute(services)];
}

function simulateRoute({ context }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/environments/{env}/policy/simulate',
    operationId: 'simulatePolicy',
    summary: 'Ask the policy in force about an event that never happened',
    description: 'Makes no event, no assessment and no outcome.',
    params: EnvironmentPath,
    body: SimulateBody,
    responses: { 200: { description: 'What would be decided.', body: Simulated } },
    handler: async ({ caller, params, body }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { decision, baseline, matchedRule, policyVersion } = await simulatePolicy(context, environment, {
        eventType: body.event_type,
        score: body.risk_score,
        signals: body.signals ?? [],
        automationScore: body.automation_score,
        deviceNew: body.device_new,
        deviceTrusted: body.device_trusted,
      });
      const data = { decision, baseline_decision: baseline, matched_rule: matchedRule, policy_version: policyVersion };
      return { status: 200, body: { data } };
    },
  });
}

function backtestRoute({ context }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/environments/{env}/policy/backtest',
    operationId: 'backtestPolicy',
    summary: 'Try a draft policy on recorded assessments',
    description:
      `With Accept: ${NDJSON} the answer is a stream of lines: {"type":"progress","done","total"} now and then, and at the ` +
      'end {"type":"result","data"} or {"type":"error","detail"}. Ending the connection cancels it. Nothing is kept.',
    params: EnvironmentPath,
    body: BacktestBody,
    responses: {
      200: { description: 'What would change.', body: closed({ data: named(BacktestSchema) }), streamed: NDJSON },
    },
    handler: async ({ caller, params, body, http }) => {
      const range = parseTimeRange(body, '/');
      const environment = await findEnvironment(context, caller.environments, params.env);
      const draft = await draftPolicy(context, environment, body);
      const steps = backtestPolicy(context, environment, draft, range);
      if (acceptsNdjson(http)) return { status: 200, type: NDJSON, body: textStream(linesOf(steps, http.log)) };
      for await (const step of steps) {
        if ('result' in step) return { status: 200, body: { data: backtestBody(step.result) } };
        if (http.raw.socket.destroyed) break;
      }
      throw new HttpProblem(408, 'cancelled', 'The client went away.');
    },
  });
}

/** The head is sent before the first row is read, so a failure on the way can only be the last line. */
async function* linesOf(steps: AsyncIterable<BacktestStep>, log: FastifyBaseLogger): AsyncGenerator<string> {
  try {
    for await (const step of steps) {
      const line =
        'result' in step ? { type: 'result', data: backtestBody(step.result) } : { type: 'progress', ...step };
      yield `${JSON.stringify(line)}\n`;
    }
  } catch (error) {
    log.error({ err: error }, 'a backtest stopped before its end');
    yield `${JSON.stringify({ type: 'error', detail: 'The backtest stopped before its end.' })}\n`;
  }
}
