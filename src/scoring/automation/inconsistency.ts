// A runtime that contradicts itself: what spoofing tools and stealth plugins leave behind. Capped at 55.
import type { ClientEvidence } from './client-evidence.ts';
import type { AutomationFinding } from './finding.ts';
import { claimedEngine, claimedSystem, claimsPhone, type Engine, type System } from './user-agent.ts';

/** navigator.platform by claimed system. iPads ask for desktop sites as MacIntel; Android emulators are x86 Linux. */
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
/** navigator.productSub is frozen per engine by the HTML standard. */
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

function againstUserAgent(evidence: ClientEvidence, userAgent: string): AutomationFinding[] {
  const found: AutomationFinding[] = [];
  const system = claimedSystem(userAgent);
  if (system !== undefined) {
    if (evidence.platform !== undefined && !PLATFORMS[system].test(evidence.platform)) {
      found.push({ points: POINTS.platform, says: 'a platform that contradicts its user agent' });
    }
    if (evidence.hintPlatform !== undefined && !HINTS[system].has(evidence.hintPlatform.toLowerCase())) {
      found.push({ points: POINTS.hint, says: 'client hints that contradict its user agent' });
    }
  }
  const engine = claimedEngine(userAgent);
  if (engine !== undefined) {
    if (evidence.evalLength !== undefined && evidence.evalLength !== EVAL_LENGTHS[engine]) {
      found.push({ points: POINTS.evalLength, says: 'a script engine that is not the one it claims' });
    }
    if (evidence.productSub !== undefined && evidence.productSub !== PRODUCT_SUBS[engine]) {
      found.push({ points: POINTS.productSub, says: 'a productSub of another engine' });
    }
  }
  if (evidence.maxTouchPoints === 0 && claimsPhone(userAgent)) {
    found.push({ points: POINTS.touch, says: 'a phone without a touch screen' });
  }
  if (evidence.headerUserAgent !== undefined && evidence.headerUserAgent !== userAgent) {
    found.push({ points: POINTS.header, says: 'a user agent that differs from its request header' });
  }
  return found;
}

/** The findings of the group, before its cap. */
export function inconsistencyFindings(evidence: ClientEvidence): AutomationFinding[] {
  const found = evidence.userAgent === undefined ? [] : againstUserAgent(evidence, evidence.userAgent);
  if (evidence.workerMismatch === true) {
    found.push({ points: POINTS.worker, says: 'a worker that reports another browser' });
  }
  const natives = evidence.nativeTampering ?? 0;
  if (natives >= 1) {
    const points = natives >= 2 ? POINTS.nativesTwo : POINTS.nativesOne;
    found.push({ points, says: `${natives} overridden native function${natives === 1 ? '' : 's'}` });
  }
  if (evidence.languages !== undefined && evidence.languages.length === 0) {
    found.push({ points: POINTS.languages, says: 'no languages' });
  }
  return found;
}
