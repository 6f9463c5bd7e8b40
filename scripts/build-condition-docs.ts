// Writes the fields of rules into docs/recipes/thresholds.md from the table of condition fields. Run by `npm run docs:generate`.
import { CONDITION_FIELDS, type ConditionField } from '../src/policy/condition-fields.ts';
import { CONDITIONS_MAX, IN_MAX, RULES_MAX } from '../src/policy/limits.ts';
import { markdownTable } from './markdown-table.ts';

const BEGIN = '<!-- fields: written by scripts/build-condition-docs.ts -->';
const END = '<!-- /fields -->';

/** Returns the page with the table between its two markers replaced. @throws Error when a marker is missing. */
export function withConditionFields(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('docs/recipes/thresholds.md lacks the markers of its fields');
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
  return `${page.slice(0, begin + BEGIN.length)}\n${table}\n\n${limits}\n${page.slice(end)}`;
}
