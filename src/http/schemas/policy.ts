// A policy and its rules as they are written and shown (contract 6); fields and operators come from the policy's own table.
import Type from 'typebox';
import { ruleForm } from '../../flows/policy/rule-form.ts';
import type { PolicyVersion } from '../../records/policies.ts';
import { AUDIT_ACTOR_TYPES } from '../../vocabulary/audit.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { CONDITION_OPERATORS } from '../../vocabulary/words.ts';
import { DecisionSchema } from './risk.ts';
import { closed, named, nullable, oneOf, time } from './schema.ts';

const { fields, eventTypePattern, limits } = ruleForm;
const FIELD_TEXT = fields.map(({ name, type, operators }) => `${name} (${type}: ${operators.join(', ')})`).join('; ');

const ConditionSchema = closed(
  {
    field: oneOf(fields.map(({ name }) => name)),
    operator: oneOf(CONDITION_OPERATORS),
    value: Type.Unknown({ description: `Of the field's type; for in a list of 1 to ${limits.values} of them.` }),
  },
  { description: `Fields with their type and operators: ${FIELD_TEXT}.` },
);
const conditionList = () => Type.Array(ConditionSchema, { minItems: 1, maxItems: limits.conditions });
const ConditionsSchema = closed(
  { all: Type.Optional(conditionList()), any: Type.Optional(conditionList()) },
  { minProperties: 1, maxProperties: 1, description: 'Exactly one of all and any.' },
);
const bound = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description });

export const ThresholdsSchema = closed({
  allow_max: bound('Allow up to this score.'),
  monitor_max: bound('Monitor up to this score; at least allow_max.'),
  challenge_max: bound('Challenge up to this score, block above it; at least monitor_max.'),
});

const RULE_FIELDS = {
  name: Type.String({ minLength: 1, maxLength: limits.name }),
  event_type: Type.Optional(
    nullable(Type.String({ pattern: eventTypePattern, description: 'Unset or null: every event type.' })),
  ),
  conditions: ConditionsSchema,
  action: closed({ decision: DecisionSchema }),
  priority: Type.Integer({
    minimum: 0,
    maximum: limits.priority,
    description: 'Higher is asked first; unique in the policy.',
  }),
};
export const RuleBody = closed(RULE_FIELDS);
export const RuleChangeBody = Type.Partial(closed(RULE_FIELDS), { additionalProperties: false, minProperties: 1 });
/** A rule of a draft may bear the id it has in the policy. */
export const DraftRuleBody = closed({ ...RULE_FIELDS, id: Type.Optional(Type.String({ maxLength: 64 })) });

/** What storage holds is shown as it is: a malformed rule must be seen to be mended. */
export const RuleSchema = Type.Object(
  {
    id: Type.String({ description: 'Prefix polr_.' }),
    name: Type.String(),
    event_type: nullable(Type.String()),
    conditions: Type.Unknown({ description: 'As written: one of all and any, a list of conditions.' }),
    action: Type.Unknown({ description: 'As written: {"decision": …}.' }),
    priority: Type.Integer(),
  },
  { $id: 'Rule', additionalProperties: false, description: 'Overrides the thresholds for the events it matches.' },
);

export const PolicySchema = closed(
  {
    version: Type.Integer({ minimum: 1 }),
    thresholds: ThresholdsSchema,
    rules: Type.Array(named(RuleSchema), { description: 'Highest priority first.' }),
    updated_at: time(),
    updated_by: nullable(closed({ type: oneOf(AUDIT_ACTOR_TYPES), id: Type.String(), name: Type.String() }), {
      description: 'Null for the version that came with the environment.',
    }),
  },
  { $id: 'Policy', description: 'Thresholds and rules; a whole version.' },
);

export function policyBody({ version, thresholds, rules, updatedAt, updatedBy }: PolicyVersion) {
  return { version, thresholds, rules: rules.map(ruleBody), updated_at: isoTime(updatedAt), updated_by: updatedBy };
}

type Rule = PolicyVersion['rules'][number];

/** The types say what was written through this door; storage may hold anything, even null in the place of a rule. */
export function ruleBody(rule: Rule | null) {
  const { id, name, event_type, conditions, action, priority } = rule ?? ({} as Partial<Rule>);
  return {
    id: String(id ?? ''),
    name: String(name ?? ''),
    event_type: event_type ?? null,
    conditions: conditions ?? null,
    action: action ?? null,
    priority: Number.isInteger(priority) ? priority : 0,
  };
}
