// Signs of a browser without a screen or a person's machine. Capped at 30: virtual desktops show them too.
import type { ClientEvidence } from './client-evidence.ts';
import type { AutomationFinding } from './finding.ts';
import { claimedEngine, claimedSystem } from './user-agent.ts';

const SOFTWARE_RENDERERS = /SwiftShader|llvmpipe|softpipe|Software|Mesa OffScreen|Microsoft Basic Render/i;

const POINTS = { softwareGpu: 25, noPlugins: 25, noWindow: 30, notification: 30, zeroRtt: 10 } as const;

/** The findings of the group, before its cap. Signs after BotD's detectors of the same names. */
export function environmentFindings(evidence: ClientEvidence): AutomationFinding[] {
  const found: AutomationFinding[] = [];
  const agent = evidence.userAgent;
  const system = agent === undefined ? undefined : claimedSystem(agent);
  const engine = agent === undefined ? undefined : claimedEngine(agent);
  if (evidence.renderer !== undefined && SOFTWARE_RENDERERS.test(evidence.renderer)) {
    found.push({ points: POINTS.softwareGpu, says: 'software rendering' });
  }
  // Chrome on a desktop has shown five fixed PDF plugins since version 94; on phones none.
  if (evidence.pluginsCount === 0 && engine === 'chromium' && system !== undefined && system !== 'android') {
    found.push({ points: POINTS.noPlugins, says: 'a desktop Chrome without plugins' });
  }
  if (evidence.outerWidth === 0 && evidence.outerHeight === 0 && evidence.focused === true) {
    found.push({ points: POINTS.noWindow, says: 'a focused window of no size' });
  }
  if (evidence.notificationMismatch === true) {
    found.push({ points: POINTS.notification, says: 'notification permissions that contradict each other' });
  }
  if (evidence.connectionRtt === 0 && system !== 'android') {
    found.push({ points: POINTS.zeroRtt, says: 'a network round trip of 0 ms' });
  }
  return found;
}
