// Names the field of an issue for people, who do not read JSON pointers. Pure.
import { humanize } from './wording.ts';

/** `/quiet_hours/from` → `Quiet hours, from`, `/url` → `URL`, `/recipients/1` → `Recipients, 2`: people count from one. */
export function fieldName(pointer: string): string {
  const parts = pointer.slice(1).split('/');
  const words = parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part));
  return humanize(words.join(', ')).replace(/\b(?:url|id|ip)\b/gi, (word) => word.toUpperCase());
}
