// Hard evidence of automation, uncapped: the browser or its user agent states that a program drives it.
import { isbot } from 'isbot';
import { memo } from '../../vocabulary/memo.ts';
import type { ClientEvidence } from './client-evidence.ts';
import type { AutomationIndicator } from './indicator.ts';

/** The WebDriver standard sets navigator.webdriver; drivers must hide it actively. */
const WEBDRIVER = 70;
/** Headless builds that name themselves in the user agent. */
const NAMED_AGENT = 70;
/**
 * Desktop programs are built with Electron, and its user agent rather names the customer's own program than a robot: with 70 points,
 * everyone who logged in there was challenged on a new computer at home (70), and monitored at every later visit (35).
 */
const EMBEDDED = 25;
/** A declared bot, by isbot's maintained list of crawlers, monitors and HTTP libraries. */
const DECLARED_BOT = 70;
/** Globals that only automation tools leave behind, or a tool that the client's detector identified. */
const TOOL = 80;

const NAMED_AGENTS = /Headless|PhantomJS|SlimerJS/;
const EMBEDDED_AGENTS = /Electron\//;
/** The list is one expression of two hundred alternatives and takes 15 microseconds; user agents repeat, so cache it. */
const isDeclaredBot = memo(2000, (agent: string) => isbot(agent));

/**
 * Tools that BotD reports only after finding their own globals or properties. Its `headless_chrome` and `unknown` can also
 * mean weak indicators (a zero round-trip time, a software renderer), which the environment group scores itself.
 */
const NAMED_TOOLS: ReadonlySet<string> = new Set([
  'awesomium',
  'cef',
  'cefsharp',
  'coachjs',
  'fminer',
  'geb',
  'nightmarejs',
  'phantomas',
  'phantomjs',
  'rhino',
  'selenium',
  'sequentum',
  'slimerjs',
  'webdriver',
  'webdriverio',
]);

/** The hard indicators of one event. */
export function hardIndicators(evidence: ClientEvidence): AutomationIndicator[] {
  const found: AutomationIndicator[] = [];
  if (evidence.webdriver === true) found.push({ points: WEBDRIVER, phrase: 'a WebDriver-controlled browser' });
  const agents = [evidence.userAgent, evidence.headerUserAgent].filter((agent) => agent !== undefined);
  if (agents.some((agent) => NAMED_AGENTS.test(agent))) {
    found.push({ points: NAMED_AGENT, phrase: 'the user agent of a headless browser', headless: true });
  } else if (agents.some(isDeclaredBot)) {
    found.push({ points: DECLARED_BOT, phrase: 'the user agent of a declared bot' });
  } else if (agents.some((agent) => EMBEDDED_AGENTS.test(agent))) {
    found.push({ points: EMBEDDED, phrase: 'the user agent of a program with an embedded browser' });
  }
  if (evidence.globals.length > 0) {
    found.push({
      points: TOOL,
      phrase: `automation globals (${evidence.globals.slice(0, 3).join(', ').slice(0, 80)})`,
    });
  } else if (evidence.botKind !== undefined && NAMED_TOOLS.has(evidence.botKind)) {
    found.push({ points: TOOL, phrase: `the automation tool ${evidence.botKind}` });
  }
  return found;
}
