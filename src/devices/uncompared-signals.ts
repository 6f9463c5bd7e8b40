// Finds malformed values among the known signals that no profile contains, such as those about the visit only.
import type { SignalName } from './signal-names.ts';
import { ownValue } from './signal-values.ts';

type Signals = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText);

/** An object in which each of these fields is unknown or fits; further fields are stored. */
function isGroup(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields);
  return (value) =>
    typeof value === 'object' &&
    !Array.isArray(value) &&
    checks.every(([field, check]) => fits(ownValue(value as Signals, field), check));
}

/** Checks of signals that recognition does not read and check itself; of `ua_data`, the fields that it does not read. */
const CHECKS: Partial<Record<SignalName, Check>> = {
  session_token: isText,
  sdk_version: isText,
  fonts_hash: isText,
  plugins_count: isNumber,
  connection_rtt: isNumber,
  ua_data: isGroup({ mobile: isFlag, brands: isTextList }),
  window: isGroup({ outer_width: isNumber, outer_height: isNumber, focused: isFlag }),
  automation: isGroup({
    webdriver: isFlag,
    globals: isTextList,
    bot_kind: isText,
    eval_length: isNumber,
    product_sub: isText,
    mime_types_consistent: isFlag,
    notification_mismatch: isFlag,
    worker_mismatch: isFlag,
    native_tampering: isNumber,
  }),
  behavior: isGroup({ ms_to_submit: isNumber, key_events: isNumber, pointer_events: isNumber, pasted: isFlag }),
};
const NAMED_CHECKS = Object.entries(CHECKS);

/** Names of the signals whose value has another type than the catalog says; the event's detail shows them to integrators. */
export function malformedUncompared(signals: Signals): string[] {
  return NAMED_CHECKS.filter(([name, check]) => !fits(ownValue(signals, name), check)).map(([name]) => name);
}

function fits(value: unknown, check: Check): boolean {
  return value === undefined || value === null || check(value);
}
