// What gives a driven browser away: BotD's checks and our own, each of which may fail without the others.
import { type BotDetectionResult, collect, detect, detectors, sources } from '@fingerprintjs/botd';
import { automationGlobals } from './automation-globals.ts';
import { nativeTampering } from './native-tampering.ts';
import type { SourceContext } from './source.ts';
import { workerMismatch } from './worker-mismatch.ts';

/**
 * BotD's checks but for those that would say nothing new, and that `build.mjs` therefore leaves out of the script:
 * - of browsers too old to read this script (PhantomJS, Sequentum's): errorTrace, functionBind, windowExternal;
 * - made by the service from signals of their own: languages, plugins' number, round-trip time, size and focus of the
 *   window, WebGL's renderer (and `webGL` makes a second context, the dearest thing here); texts that repeat the user
 *   agent: version, Electron's process;
 * - names on the window: BotD takes a page's own `spawn` or `emit` for a robot; `automation-globals.ts` has the names
 *   that only tools leave, and the marks on the root element.
 * A detector whose source is missing has nothing to say.
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
      notification_mismatch: notificationsAreTelling(read('browserKind'))
        ? (read('notificationPermissions') as boolean | undefined)
        : undefined,
      worker_mismatch: worker,
      native_tampering: nativeTampering(),
    },
  };
}

/** Only Chrome contradicts itself when headless; and in frames, or without TLS, honest browsers do so too. */
function notificationsAreTelling(browser: unknown): boolean {
  return browser === 'chrome' && isSecureContext && window === window.top;
}
