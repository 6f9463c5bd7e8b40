// An active alert rule for tests that measure rules without a member who creates them.
import type { AlertRule } from '../../src/records/alerts.ts';

export function alertRule(watched: Pick<AlertRule, 'kind' | 'threshold' | 'minEvents'>): AlertRule {
  return {
    id: 'alr_1',
    name: 'Rule',
    windowMinutes: 60,
    channels: [],
    quietHours: null,
    status: 'active',
    createdAt: 0,
    updatedAt: 0,
    ...watched,
  };
}
