// The limits of a policy, shared by validator, evaluator and dashboard. Imports nothing, so that browsers can use it.

/** Code points of a rule's name. */
export const NAME_MAX = 120;

/** Code points of the comment of a version. */
export const COMMENT_MAX = 500;

/** Conditions of a rule. */
export const CONDITIONS_MAX = 20;

/** Highest priority of a rule; the lowest is 0. */
export const PRIORITY_MAX = 1_000_000;

/** Rules of a policy; creating one more is a conflict. */
export const RULES_MAX = 100;

/** Values in the list of the operator `in`; the list has at least one. */
export const IN_MAX = 100;

/** Characters of the value of `contains`: no level or event type is longer, so a longer substring never occurs. */
export const SUBSTRING_MAX = 64;
