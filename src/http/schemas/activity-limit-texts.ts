// ACTIVITY_LIMITS as the texts of the API reference write them.
import { ACTIVITY_LIMITS } from '../../vocabulary/activity-limits.ts';
import { formatNumber } from '../../vocabulary/format-count.ts';

export const MAX_EVENTS = formatNumber(ACTIVITY_LIMITS.events);
export const MAX_DEVICES = formatNumber(ACTIVITY_LIMITS.devices);
export const MAX_NETWORKS = formatNumber(ACTIVITY_LIMITS.networks);
