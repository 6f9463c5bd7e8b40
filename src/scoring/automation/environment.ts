// Checks for a browser without a screen or real hardware. Capped at 30, because virtual desktops look the same.
import type { ClientEvidence } from './client-evidence.ts';
import type { AutomationIndicator } from './indicator.ts';
import { claimedEngine, claimedSystem } from './user-agent.ts';

const SOFTWARE_RENDERERS = /SwiftShader|llvmpipe|softpipe|Software|Mesa OffScreen|Microsoft Basic Render/i;

const POINTS = { softwareGpu: 25, noPlugins: 25, noWindow: 30, notification: 30, zeroRtt: 10 } as const;

/** The indicators of the group, before its cap. They follow BotD's detectors of the same names. */
export function environmentIndicators(evidence: ClientEvidence): AutomationIndicator[] {
  const found: AutomationIndicator[] = [];
  const agent = evidence.userAgent;
  const system = agent === undefined ? undefined : claimedSystem(agent);
  const engine = agent === undefined ? undefined : claimedEngine(agent);
  if (evidence.renderer !== undefined && SOFTWARE_RENDERERS.test(evidence.renderer)) {
    found.push({ points: POINTS.softwareGpu, phrase: 'software rendering' });
  }
  // Since version 94, desktop Chrome reports five fixed PDF plugins; on phones it reports none.
  if (evidence.pluginsCount === 0 && engine === 'chromium' && system !== undefined && system !== 'android') {
    found.push({ points: POINTS.noPlugins, phrase: 'a desktop Chrome without plugins' });
  }
  if (evidence.outerWidth === 0 && evidence.outerHeight === 0 && evidence.focused === true) {
    found.push({ points: POINTS.noWindow, phrase: 'a focused window without a size' });
  }
  if (evidence.notificationMismatch === true) {
    found.push({ points: POINTS.notification, phrase: 'notification permissions that contradict each other' });
  }
  if (evidence.connectionRtt === 0 && system !== 'android') {
    found.push({ points: POINTS.zeroRtt, phrase: 'a network round trip of 0 ms' });
  }
  return found;
}
