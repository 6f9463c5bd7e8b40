// Limits of a policy's rules, shared by the validators, the API schemas and the dashboard.

/** Length of a rule's name, in code points. */
export const NAME_MAX = 120;
/** Conditions in one rule. */
export const CONDITIONS_MAX = 20;
/** Highest priority of a rule; the lowest is 0. */
export const PRIORITY_MAX = 1_000_000;
/** Rules in one policy. */
export const RULES_MAX = 100;
/** Values in the list of an `in` condition; at least one is required. */
export const IN_MAX = 100;
