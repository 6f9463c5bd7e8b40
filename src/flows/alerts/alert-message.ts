// The texts of an alert: the title and body of an email, and the message for Slack-compatible programs.
import type { Alert } from '../../records/alerts.ts';
import type { Environment } from '../../records/tenants.ts';
import { MINUTE } from '../../vocabulary/clock.ts';

export interface AlertMessage {
  title: string;
  text: string;
}

/** What, since when, and where to look. `url` is the address of the page in the dashboard. */
export function alertMessage(alert: Alert, environment: Environment, url: string): AlertMessage {
  const { ruleName, what, since, openedAt, resolvedAt } = alert;
  const head = `[Assay ${environment.kind.toUpperCase()}]${resolvedAt === null ? '' : ' Resolved:'} ${ruleName}`;
  const lines = [
    what,
    '',
    `Since: ${minuteText(since)}`,
    `Opened: ${minuteText(openedAt)}`,
    ...(resolvedAt === null ? [] : [`Resolved: ${minuteText(resolvedAt)}, after ${lasted(resolvedAt - since)}`]),
    `Details: ${url}`,
    `Environment: ${environment.name} (${environment.kind})`,
  ];
  return { title: head, text: lines.join('\n') };
}

/** JSON for a Slack-compatible URL. Texts that people chose cannot mention anyone or hide where a link leads. */
export function slackBody({ title, text }: AlertMessage): string {
  return JSON.stringify({ text: escapeSlack(`${title}\n${text}`) });
}

/** Slack interprets `<!channel>` and `<url|text>`; its documentation asks for these three characters to be escaped. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Formats a time: `2026-03-01 12:00 UTC`. */
function minuteText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function lasted(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE));
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
