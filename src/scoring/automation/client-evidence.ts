// Reads the client's report defensively: anything missing or of the wrong type is unknown and never scores.

type Json = Readonly<Record<string, unknown>>;

/** The fields that the automation groups read. `undefined` means unknown. */
export interface ClientEvidence {
  userAgent: string | undefined;
  headerUserAgent: string | undefined;
  platform: string | undefined;
  hintPlatform: string | undefined;
  languages: readonly unknown[] | undefined;
  renderer: string | undefined;
  pluginsCount: number | undefined;
  maxTouchPoints: number | undefined;
  connectionRtt: number | undefined;
  outerWidth: number | undefined;
  outerHeight: number | undefined;
  focused: boolean | undefined;
  webdriver: boolean | undefined;
  globals: readonly string[];
  botKind: string | undefined;
  evalLength: number | undefined;
  productSub: string | undefined;
  notificationMismatch: boolean | undefined;
  workerMismatch: boolean | undefined;
  nativeTampering: number | undefined;
  msToSubmit: number | undefined;
  keyEvents: number | undefined;
  pointerEvents: number | undefined;
}

const NOTHING: Json = {};

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : NOTHING;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function list(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Extracts the evidence from the raw `signals` object. */
export function readClientEvidence(raw: unknown, headerUserAgent: string | null): ClientEvidence {
  const signals = object(raw);
  const automation = object(signals.automation);
  const behavior = object(signals.behavior);
  const window = object(signals.window);
  return {
    userAgent: text(signals.user_agent),
    headerUserAgent: text(headerUserAgent),
    platform: text(signals.platform),
    hintPlatform: text(object(signals.ua_data).platform),
    languages: list(signals.languages),
    renderer: text(signals.webgl_renderer),
    pluginsCount: number(signals.plugins_count) ?? list(signals.plugins)?.length,
    maxTouchPoints: number(signals.max_touch_points),
    connectionRtt: number(signals.connection_rtt),
    outerWidth: number(window.outer_width),
    outerHeight: number(window.outer_height),
    focused: flag(window.focused),
    webdriver: flag(automation.webdriver),
    globals: (list(automation.globals) ?? []).filter((name) => typeof name === 'string'),
    botKind: text(automation.bot_kind),
    evalLength: number(automation.eval_length),
    productSub: text(automation.product_sub),
    notificationMismatch: flag(automation.notification_mismatch),
    workerMismatch: flag(automation.worker_mismatch),
    nativeTampering: number(automation.native_tampering),
    msToSubmit: number(behavior.ms_to_submit),
    keyEvents: number(behavior.key_events),
    pointerEvents: number(behavior.pointer_events),
  };
}
