// Trying a policy before it counts: the simulator (specification 4.6). Dashboard sessions alone.
import Type from 'typebox';
import { findEnvironment } from '../../flows/find-environment.ts';
import { ruleForm } from '../../flows/rule-form.ts';
import { SIMULATED_SIGNALS, simulatePolicy } from '../../flows/simulate-policy.ts';
import { type Route, route } from '../route-table.ts';
import type { Services } from '../services.ts';
import { closed, oneOf } from '../shape.ts';
import { DecisionShape, MatchedRuleShape } from '../shapes/risk.ts';

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
    decision: DecisionShape,
    baseline_decision: DecisionShape,
    matched_rule: MatchedRuleShape,
    policy_version: Type.Integer({ minimum: 1 }),
  }),
});

export function policyTrialRoutes(services: Services): Route[] {
  return [simulateRoute(services)];
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
    answers: { 200: { description: 'What would be decided.', body: Simulated } },
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
