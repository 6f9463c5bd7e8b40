// The condition fields and limits of rules for the API reference and the rule form, from the policy's own tables.
import { CONDITION_FIELDS } from '../../policy/condition-fields.ts';
import { COMMENT_MAX, CONDITIONS_MAX, IN_MAX, NAME_MAX, PRIORITY_MAX, RULES_MAX } from '../../policy/limits.ts';
import { EVENT_TYPE_PATTERN } from '../../vocabulary/event-types.ts';

export const ruleForm = {
  fields: Object.entries(CONDITION_FIELDS).map(([name, { type, operators }]) => ({ name, type, operators })),
  eventTypePattern: EVENT_TYPE_PATTERN,
  limits: {
    name: NAME_MAX,
    conditions: CONDITIONS_MAX,
    values: IN_MAX,
    rules: RULES_MAX,
    priority: PRIORITY_MAX,
    comment: COMMENT_MAX,
  },
} as const;
