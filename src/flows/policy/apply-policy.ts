// Replaces thresholds and rules with those of a policy file, as one version: from test to live, or from a repository.
import { isDeepStrictEqual } from 'node:util';
import type { Policy, Rule, Thresholds } from '../../policy/policy.ts';
import type { PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { type DraftInput, draftPolicy } from './backtest-policy.ts';
import { changePolicy, type PolicyEditor } from './change-policy.ts';
import { storedName } from './create-rule.ts';
import { readPolicy } from './read-policy.ts';

/** A policy without what belongs to one environment: version, actors and rule ids. */
export interface PolicyFile {
  thresholds: Thresholds;
  rules: readonly Omit<Rule, 'id'>[];
}

/** What an apply changes; rules are named, because ids differ between environments. */
export interface PolicyDifference {
  /** `[before, after]` of each threshold that changes. */
  thresholds: Partial<Record<keyof Thresholds, [number, number]>>;
  added: readonly string[];
  changed: readonly string[];
  removed: readonly string[];
}

export function policyFile({ thresholds, rules }: Pick<Policy, 'thresholds' | 'rules'>): PolicyFile {
  return { thresholds, rules: rules.map(({ id: _, ...rule }) => rule) };
}

/**
 * The file as a complete policy of the environment. A rule takes the id of the active rule with its name, so that its history
 * continues, or else a new id. A part that the file omits stays as it is.
 * @throws Failure `invalid` with all issues.
 */
export async function planPolicy(context: Context, environment: Environment, file: DraftInput): Promise<Policy> {
  const active = await readPolicy(context, environment);
  const free = new Map(active.rules.map((rule) => [storedName(rule?.name), rule?.id]));
  const rules = file.rules?.map((rule) => {
    const { id: _, ...input } = rule as Rule;
    const name = storedName(input.name);
    const id = free.get(name) ?? context.newId('rule', context.clock());
    free.delete(name);
    return { ...input, id };
  });
  return draftPolicy(context, environment, { ...file, ...(rules === undefined ? {} : { rules }) });
}

export function policyDifference(before: Pick<Policy, 'thresholds' | 'rules'>, after: Policy): PolicyDifference {
  const names = Object.keys(after.thresholds) as (keyof Thresholds)[];
  const thresholds = Object.fromEntries(
    names
      .filter((name) => before.thresholds[name] !== after.thresholds[name])
      .map((name) => [name, [before.thresholds[name], after.thresholds[name]]]),
  );
  const old = new Map(before.rules.map((rule) => [rule?.id, rule]));
  const remaining = new Set(after.rules.map(({ id }) => id));
  return {
    thresholds,
    added: after.rules.filter(({ id }) => !old.has(id)).map(({ name }) => name),
    changed: after.rules.filter((rule) => old.has(rule.id) && !isDeepStrictEqual(old.get(rule.id), rule)).map(nameOf),
    removed: before.rules.filter((rule) => !remaining.has(rule?.id)).map(nameOf),
  };
}

const nameOf = (rule: Rule | null) => rule?.name ?? 'a malformed rule';

export function isSamePolicy({ thresholds, added, changed, removed }: PolicyDifference): boolean {
  return Object.keys(thresholds).length + added.length + changed.length + removed.length === 0;
}

/** Stores the policy as the next version; when nothing differs, returns the active one. @throws Failure `stale_version`. */
export async function applyPolicy(
  context: Context,
  environment: Environment,
  { thresholds, rules }: Policy,
  editor: PolicyEditor,
): Promise<PolicyVersion> {
  const { after } = await changePolicy(context, environment, editor, (current) => {
    if (isSamePolicy(policyDifference(current, { version: 0, thresholds, rules }))) return null;
    return {
      thresholds,
      rules,
      auditedChange: {
        action: 'policy.applied',
        target: { type: 'policy', id: environment.id },
        before: { thresholds: current.thresholds, rules: current.rules },
        after: { thresholds, rules },
      },
    };
  });
  return after;
}
