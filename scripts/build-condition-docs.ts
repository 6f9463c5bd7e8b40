// Writes the fields of rules into docs/recipes/thresholds.md from the table of condition fields. Run by `npm run docs:generate`.
import { CONDITION_FIELDS, type ConditionField } from '../src/policy/condition-fields.ts';
import { CONDITIONS_MAX, IN_MAX, RULES_MAX } from '../src/policy/limits.ts';
import { withSection } from './generated-section.ts';
import { markdownTable } from './markdown-table.ts';

const SECTION = { page: 'recipes/thresholds.md', name: 'fields', script: 'build-condition-docs.ts' };

/** Returns the page with the table between its two markers replaced. @throws Error when a marker is missing. */
export function withConditionFields(page: string): string {
  const rows = Object.entries<ConditionField>(CONDITION_FIELDS).map(([name, { form, operators }]) => [
    `\`${name}\``,
    form.label,
    form.help,
    operators.map((operator) => `\`${operator}\``).join(', '),
  ]);
  const table = markdownTable(['Field', 'In the dashboard', 'What it tests', 'Operators'], rows);
  const limits =
    `A rule has \`all\` or \`any\` of 1 to ${CONDITIONS_MAX} conditions, and may apply to one event type only. The operator \`in\` takes a list of ` +
    `1 to ${IN_MAX} values. A policy has at most ${RULES_MAX} rules.`;
  return withSection(page, SECTION, `${table}\n\n${limits}`);
}
