// Checks for a runtime that contradicts itself, as spoofing tools and stealth plugins cause. Capped at 55.
import { formatCount } from '../format.ts';
import type { ClientEvidence } from './client-evidence.ts';
import type { AutomationIndicator } from './indicator.ts';
import { claimedEngine, claimedSystem, claimsPhone, type Engine, type System } from './user-agent.ts';

/** navigator.platform by claimed system. iPads request desktop sites as MacIntel; Android emulators are x86 Linux. */
const PLATFORMS: Record<System, RegExp> = {
  windows: /^Win/,
  macos: /^Mac/,
  ios: /^(iPhone|iPad|iPod|MacIntel)/,
  android: /^(Linux|Android|arm|aarch)/i,
  linux: /^(Linux|X11|FreeBSD|CrOS|OpenBSD)/,
};

/** Client-hint platforms by claimed system, in lower case. */
const HINTS: Record<System, ReadonlySet<string>> = {
  windows: new Set(['windows']),
  macos: new Set(['macos', 'mac os x']),
  ios: new Set(['ios']),
  android: new Set(['android']),
  linux: new Set(['linux', 'chrome os', 'chromium os', 'chromeos']),
};

/** Length of `eval.toString()`: V8 prints 33 characters, SpiderMonkey and JavaScriptCore 37 (BotD's evalLength). */
const EVAL_LENGTHS: Record<Engine, number> = { chromium: 33, gecko: 37, webkit: 37 };
/** The HTML standard fixes navigator.productSub per engine. */
const PRODUCT_SUBS: Record<Engine, string> = { chromium: '20030107', gecko: '20100101', webkit: '20030107' };

const POINTS = {
  platform: 35,
  hint: 35,
  evalLength: 35,
  productSub: 35,
  worker: 40,
  nativesTwo: 40,
  nativesOne: 15,
  touch: 25,
  languages: 30,
  header: 35,
} as const;

function contradictionsOf(evidence: ClientEvidence, userAgent: string): AutomationIndicator[] {
  const found: AutomationIndicator[] = [];
  const system = claimedSystem(userAgent);
  if (system !== undefined) {
    if (evidence.platform !== undefined && !PLATFORMS[system].test(evidence.platform)) {
      found.push({ points: POINTS.platform, phrase: 'a platform that contradicts its user agent' });
    }
    if (evidence.hintPlatform !== undefined && !HINTS[system].has(evidence.hintPlatform.toLowerCase())) {
      found.push({ points: POINTS.hint, phrase: 'client hints that contradict its user agent' });
    }
  }
  const engine = claimedEngine(userAgent);
  if (engine !== undefined) {
    if (evidence.evalLength !== undefined && evidence.evalLength !== EVAL_LENGTHS[engine]) {
      found.push({ points: POINTS.evalLength, phrase: 'a script engine that contradicts its user agent' });
    }
    if (evidence.productSub !== undefined && evidence.productSub !== PRODUCT_SUBS[engine]) {
      found.push({ points: POINTS.productSub, phrase: 'a productSub of another engine' });
    }
  }
  if (evidence.maxTouchPoints === 0 && claimsPhone(userAgent)) {
    found.push({ points: POINTS.touch, phrase: 'a phone without a touch screen' });
  }
  if (evidence.headerUserAgent !== undefined && evidence.headerUserAgent !== userAgent) {
    found.push({ points: POINTS.header, phrase: 'a user agent that differs from its request header' });
  }
  return found;
}

/** The indicators of the group, before its cap. */
export function inconsistencyIndicators(evidence: ClientEvidence): AutomationIndicator[] {
  const found = evidence.userAgent === undefined ? [] : contradictionsOf(evidence, evidence.userAgent);
  if (evidence.workerMismatch === true) {
    found.push({ points: POINTS.worker, phrase: 'a worker that reports another browser' });
  }
  const natives = evidence.nativeTampering ?? 0;
  if (natives >= 1) {
    const points = natives >= 2 ? POINTS.nativesTwo : POINTS.nativesOne;
    found.push({ points, phrase: formatCount(natives, 'overridden native function') });
  }
  if (evidence.languages !== undefined && evidence.languages.length === 0) {
    found.push({ points: POINTS.languages, phrase: 'no languages' });
  }
  return found;
}
