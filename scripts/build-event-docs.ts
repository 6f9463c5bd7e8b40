// Writes docs/events.md from the catalog of event types, their texts and the signals. Run by `npm run docs:generate`.
import { EVENT_CLASS_TEXTS, EVENT_TYPE_TEXTS } from '../src/http/schemas/event-types.ts';
import { SIGNALS } from '../src/scoring/signals/index.ts';
import {
  EVENT_CLASSES,
  EVENT_TYPE_ALIASES,
  EVENT_TYPE_PATTERN,
  EVENT_TYPES,
  type EventClass,
  type EventType,
  typesOfClass,
} from '../src/vocabulary/event-types.ts';
import { markdownTable } from './markdown-table.ts';

const TYPES = Object.keys(EVENT_TYPES) as EventType[];

/** Signals that need no account: they fire for passive types and types outside the catalog too. */
const SIGNALS_OF_ANY_TYPE = SIGNALS.filter(({ types }) => types === 'any').map(({ code }) => code);

const link = (code: string): string => `[\`${code}\`](signals.md#${code.toLowerCase()})`;

function specificSignals(type: EventType): string {
  const own = SIGNALS.filter(({ types }) => typeof types !== 'string' && types.includes(type));
  return own.length === 0 ? 'none of its own' : own.map(({ code }) => link(code)).join(', ');
}

function classSection(name: EventClass): string {
  const sections = typesOfClass(name).map((type) => {
    const { meaning, when, from } = EVENT_TYPE_TEXTS[type];
    const aliases = Object.entries(EVENT_TYPE_ALIASES).flatMap(([alias, read]) =>
      read === type ? [`\`${alias}\``] : [],
    );
    const near = 'their other forms and misspellings';
    return [
      `### \`${type}\``,
      '',
      meaning,
      '',
      `- **When:** ${when}`,
      `- **From:** ${from === 'server' ? 'your server, with a secret key; from a browser it proves no more than a login does' : 'browser (public key) or server (secret key)'}.`,
      `- **Account:** ${EVENT_TYPES[type] === 'passive' ? 'optional' : 'required'}.`,
      `- **Signals of this type:** ${specificSignals(type)}.`,
      `- **Also read as \`${type}\`:** ${aliases.length === 0 ? near : `${aliases.join(', ')}, and ${near}`}.`,
      '',
    ].join('\n');
  });
  return [`## ${name[0]?.toUpperCase()}${name.slice(1)}`, '', EVENT_CLASS_TEXTS[name], '', ...sections].join('\n');
}

/** The whole page. */
export function eventPage(): string {
  const overview = TYPES.map((type) => [
    `[\`${type}\`](#${type})`,
    EVENT_TYPES[type],
    EVENT_TYPE_TEXTS[type].meaning,
    EVENT_TYPE_TEXTS[type].from,
  ]);
  const common = SIGNALS.filter(({ types }) => types === 'with_account').map(({ code }) => code);
  return `# Event types

<!-- Generated from src/vocabulary/event-types.ts and src/http/schemas/event-types.ts by scripts/build-event-docs.ts. -->

The value of \`event\` decides how Assay scores an event. For example, a \`payment_attempt\` from a new device can be challenged. For
a [type of your own](#your-own-types), only [signals of every type](#signals-of-every-type) count.

## The five rules

1. **Send \`login\` after the first factor is correct and before you create the session**, and follow its decision.
2. **Send \`login_failed\` for every failure**, also for accounts that do not exist. Password guessing and credential stuffing are visible
   only in failures.
3. **Report a passed challenge as \`mfa_passed\` from your server**, with the secret key and the same signals as the login. It proves
   the device to the account. Without it, the owner's new phone is challenged again and again.
4. **Ask Assay before a change takes effect.** \`email_change\`, \`password_change\`, \`payout_change\` and similar events are your second line
   of defense after the login.
5. **Use one \`Idempotency-Key\` per event**, so that a retry is never counted twice. Your server makes it at random; never pass on one that a
   client sends.

The [recipes](recipes/index.md) show all of this in code.

## All types

${markdownTable(['Type', 'Class', 'What happened', 'Sent from'], overview)}

${EVENT_CLASSES.map(classSection).join('\n')}
## Signals of all types with an account

All types except the passive ones can also fire ${common.map(link).join(', ')}.

## Signals of every type

These depend only on the device and the client: ${SIGNALS_OF_ANY_TYPE.map(link).join(', ')}.

## Your own types

Assay accepts any other word that matches \`${EVENT_TYPE_PATTERN}\`, for example \`page_view\`. It stores the event under this name, and you
can use the name in rules. Such a type is \`passive\`, with one exception: a word that closely resembles a catalog type is scored as that type.
Otherwise, a misspelled \`email_changed\` could hide a takeover. The response then says so:

\`\`\`http
Assay-Notice: event type "email_changed" read as "email_change"
\`\`\`

A word resembles a type if it is one of the aliases above, or another form or a misspelling of a type or alias: \`payments\`,
\`login_fail\`, \`pasword_change\`. A misspelling is one edit away, or two if the word has eight characters or more. The edit must be a
typical typing error: a missing or doubled letter (in long words, any extra one), two swapped letters, another vowel, or the letter of a
neighboring key. Words that only look alike, such as \`layout_changed\` and \`mfa_paused\`, are your own types. If you see the notice, send
the catalog type instead.
`;
}
