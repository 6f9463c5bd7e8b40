// Detects automated browsers with BotD's checks and our own, each of which may fail independently.
import { type BotDetectionResult, collect, detect, detectors, sources } from '@fingerprintjs/botd';
import { automationGlobals } from './automation-globals.ts';
import { nativeTampering } from './native-tampering.ts';
import type { SourceContext } from './source.ts';
import { workerMismatch } from './worker-mismatch.ts';

/**
 * BotD's checks, without those that add no information, which `build.mjs` removes from the script:
 * - checks for browsers too old to run this script (PhantomJS, Sequentum): errorTrace, functionBind, windowExternal;
 * - checks that the service makes from other signals: languages, number of plugins, round-trip time, window size and
 *   focus, WebGL renderer (`webGL` would also create a second context, the most expensive step here), and texts that
 *   repeat the user agent: version, Electron's process;
 * - names on the window: BotD mistakes a page's own `spawn` or `emit` for a bot. `automation-globals.ts` has the names
 *   that only tools leave, and the attributes of the root element.
 * A detector without its source returns nothing.
 */
const { browserKind, evalLength, mimeTypesConsistent, notificationPermissions, productSub, webDriver } = sources;
const { browserEngineKind, pluginsArray, userAgent } = sources;
const SOURCES = {
  browserEngineKind,
  browserKind,
  evalLength,
  mimeTypesConsistent,
  notificationPermissions,
  pluginsArray,
  productSub,
  userAgent,
  webDriver,
};
const { detectEvalLengthInconsistency, detectMimeTypesConsistent, detectNotificationPermissions } = detectors;
const { detectPluginsArray, detectProductSub, detectUserAgent, detectWebDriver } = detectors;
const DETECTORS = {
  detectEvalLengthInconsistency,
  detectNotificationPermissions,
  detectPluginsArray,
  detectUserAgent,
  detectWebDriver,
  detectMimeTypesConsistent,
  detectProductSub,
};

export async function automation(context: SourceContext) {
  const [components, worker] = await Promise.all([collect(SOURCES), workerMismatch(context.workerUrl)]);
  const [, verdict] = detect(components as never, DETECTORS as never) as [unknown, BotDetectionResult];
  const read = <Name extends keyof typeof components>(name: Name) => {
    const component = components[name];
    return component.state === 0 ? component.value : undefined;
  };
  return {
    automation: {
      webdriver: read('webDriver') as boolean | undefined,
      globals: automationGlobals(),
      bot_kind: verdict.bot ? (verdict.botKind as string) : undefined,
      eval_length: read('evalLength') as number | undefined,
      product_sub: read('productSub') as string | undefined,
      mime_types_consistent: read('mimeTypesConsistent') as boolean | undefined,
      notification_mismatch: notificationCheckApplies(read('browserKind'))
        ? (read('notificationPermissions') as boolean | undefined)
        : undefined,
      worker_mismatch: worker,
      native_tampering: nativeTampering(),
    },
  };
}

/** Only headless Chrome has this mismatch; in frames and without TLS, regular browsers have it too. */
function notificationCheckApplies(browser: unknown): boolean {
  return browser === 'chrome' && isSecureContext && window === window.top;
}
