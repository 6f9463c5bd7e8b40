// The simulator: a hypothetical event and what the active policy decides about it.
import Type, { type Static } from 'typebox';
import { ruleForm } from '../../flows/policy/rule-form.ts';
import { SIMULATED_SIGNALS, type Simulation, type simulatePolicy } from '../../flows/policy/simulate-policy.ts';
import { DecisionSchema, MatchedRuleSchema, PolicyVersionSchema } from './risk.ts';
import { type BodyOf, closed, oneOf } from './schema.ts';

const percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

export const SimulationBody = closed({
  event_type: Type.String({ pattern: ruleForm.eventTypePattern }),
  risk_score: percent('0 to 100; determines the level.'),
  signals: Type.Optional(
    Type.Array(oneOf(SIMULATED_SIGNALS), { maxItems: 100, description: 'Codes that fired; none by default.' }),
  ),
  automation_score: Type.Optional(percent('0 by default.')),
  device_new: Type.Optional(Type.Boolean({ description: 'By default, whether NEW_DEVICE is among the signals.' })),
  device_trusted: Type.Optional(Type.Boolean({ description: 'False by default.' })),
});

export function simulationOf(body: Static<typeof SimulationBody>): Simulation {
  return {
    eventType: body.event_type,
    score: body.risk_score,
    signals: body.signals ?? [],
    automationScore: body.automation_score,
    deviceNew: body.device_new,
    deviceTrusted: body.device_trusted,
  };
}

export const SimulationSchema = closed({
  decision: DecisionSchema,
  baseline_decision: DecisionSchema,
  matched_rule: MatchedRuleSchema,
  policy_version: PolicyVersionSchema,
});

export function simulationBody(result: Awaited<ReturnType<typeof simulatePolicy>>): BodyOf<typeof SimulationSchema> {
  const { decision, defaultDecision, matchedRule, policyVersion } = result;
  return { decision, baseline_decision: defaultDecision, matched_rule: matchedRule, policy_version: policyVersion };
}
