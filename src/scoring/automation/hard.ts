// Hard evidence of automation, uncapped: the browser or its user agent says outright that a program drives it.
import { isbot } from 'isbot';
import { memo } from '../../vocabulary/memo.ts';
import type { ClientEvidence } from './client-evidence.ts';
import type { AutomationFinding } from './finding.ts';

/** navigator.webdriver is set by the WebDriver standard; drivers must hide it actively. */
const WEBDRIVER = 70;
/** Headless builds and embedded browsers that name themselves. */
const NAMED_AGENT = 70;
/** A declared robot, by isbot's kept list of crawlers, monitors and HTTP libraries. */
const DECLARED_BOT = 70;
/** Globals that only an automation tool leaves behind, or a tool that the client's detector named. */
const TOOL = 80;

const NAMED_AGENTS = /Headless|PhantomJS|SlimerJS|Electron\//;
/** The list is one expression of two hundred alternatives: 15 microseconds a user agent, which repeat. */
const isDeclaredBot = memo(2000, (agent: string) => isbot(agent));

/**
 * Tools BotD names only after finding their own globals or properties. Its `headless_chrome` and `unknown` also stand
 * for weak signs (a zero round-trip time, a software renderer), which the environment group weighs itself.
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

/** The hard findings of one event. */
export function hardFindings(evidence: ClientEvidence): AutomationFinding[] {
  const found: AutomationFinding[] = [];
  if (evidence.webdriver === true) found.push({ points: WEBDRIVER, says: 'a WebDriver-controlled browser' });
  const agents = [evidence.userAgent, evidence.headerUserAgent].filter((agent) => agent !== undefined);
  if (agents.some((agent) => NAMED_AGENTS.test(agent))) {
    found.push({ points: NAMED_AGENT, says: 'a headless or embedded browser by its user agent', headless: true });
  } else if (agents.some(isDeclaredBot)) {
    found.push({ points: DECLARED_BOT, says: 'a declared robot by its user agent' });
  }
  if (evidence.globals.length > 0) {
    found.push({ points: TOOL, says: `automation globals (${evidence.globals.slice(0, 3).join(', ').slice(0, 80)})` });
  } else if (evidence.botKind !== undefined && NAMED_TOOLS.has(evidence.botKind)) {
    found.push({ points: TOOL, says: `the automation tool ${evidence.botKind}` });
  }
  return found;
}
