// A policy and its rules, in requests and in responses. The policy's own table defines the fields and operators.
import Type from 'typebox';
import { ruleForm } from '../../flows/policy/rule-form.ts';
import type { PolicyVersion } from '../../records/policies.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { CONDITION_OPERATORS } from '../../vocabulary/words.ts';
import { ActorSchema } from './control.ts';
import { DecisionSchema, PolicyVersionSchema } from './risk.ts';
import { type BodyOf, closed, MAX_ID_LENGTH, named, nameText, nullable, oneOf, time } from './schema.ts';

const { fields, eventTypePattern, limits } = ruleForm;
const FIELD_TEXT = fields.map(({ name, type, operators }) => `${name} (${type}: ${operators.join(', ')})`).join('; ');

export const ConditionSchema = closed(
  {
    field: oneOf(fields.map(({ name }) => name)),
    operator: oneOf(CONDITION_OPERATORS),
    value: Type.Unknown({
      description: `A value of the field's type; for in, a list of 1 to ${limits.values} of them.`,
    }),
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

/** The reason for a policy change; stored with the version. */
export const COMMENT_PARAMETER = {
  comment: Type.Optional(
    Type.String({ maxLength: limits.comment, description: 'Why: stored with the new version, and shown beside it.' }),
  ),
};

export const ThresholdsBody = closed({ ...ThresholdsSchema.properties, ...COMMENT_PARAMETER });
export const CommentQuery = closed(COMMENT_PARAMETER);

const RULE_FIELDS = {
  name: nameText(limits.name),
  event_type: Type.Optional(
    nullable(Type.String({ pattern: eventTypePattern, description: 'Absent or null: every event type.' })),
  ),
  conditions: ConditionsSchema,
  action: closed({ decision: DecisionSchema }),
  priority: Type.Integer({
    minimum: 0,
    maximum: limits.priority,
    description: 'Rules with a higher priority are evaluated first; unique in the policy.',
  }),
};
export const RuleBody = closed({ ...RULE_FIELDS, ...COMMENT_PARAMETER });
export const RuleChangeBody = Type.Partial(RuleBody, { additionalProperties: false, minProperties: 1 });
/** A rule of a draft may have the id that it has in the policy. */
export const DraftRuleBody = closed({ ...RULE_FIELDS, id: Type.Optional(Type.String({ maxLength: MAX_ID_LENGTH })) });

/** Loose on purpose: a malformed rule in storage must be visible so that it can be repaired. */
export const RuleSchema = Type.Object(
  {
    id: Type.String({ description: 'Prefix polr_.' }),
    name: Type.String(),
    event_type: nullable(Type.String()),
    conditions: Type.Unknown({ description: 'As stored: either all or any, with a list of conditions.' }),
    action: Type.Unknown({ description: 'As stored: {"decision": …}.' }),
    priority: Type.Integer(),
  },
  { $id: 'Rule', additionalProperties: false, description: 'Overrides the thresholds for the events that it matches.' },
);

export const PolicySchema = closed(
  {
    version: PolicyVersionSchema,
    thresholds: ThresholdsSchema,
    rules: Type.Array(named(RuleSchema), { description: 'Highest priority first.' }),
    updated_at: time(),
    updated_by: nullable(ActorSchema, { description: 'Null for the version created with the environment.' }),
    comment: nullable(Type.String({ description: 'Why it was changed; written by the person who changed it.' })),
  },
  { $id: 'Policy', description: 'One version of the policy: thresholds and rules.' },
);

export function policyBody(policy: PolicyVersion): BodyOf<typeof PolicySchema> {
  const { version, thresholds, rules, updatedAt, updatedBy, comment } = policy;
  return {
    ...{ version, thresholds, rules: rules.map(ruleBody) },
    ...{ updated_at: isoTime(updatedAt), updated_by: updatedBy, comment },
  };
}

type Rule = PolicyVersion['rules'][number];

/** The types describe what the API wrote; storage may contain anything, even null in place of a rule. */
export function ruleBody(rule: Rule | null): BodyOf<typeof RuleSchema> {
  const { id, name, event_type, conditions, action, priority } = rule ?? ({} as Partial<Rule>);
  return {
    id: String(id ?? ''),
    name: String(name ?? ''),
    event_type: event_type ?? null,
    conditions: conditions ?? null,
    action: action ?? null,
    priority: Number.isInteger(priority) ? (priority as number) : 0,
  };
}
