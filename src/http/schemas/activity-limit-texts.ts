// ACTIVITY_LIMITS as the texts of the API reference write them.
import { ACTIVITY_LIMITS } from '../../vocabulary/activity-limits.ts';

export const MAX_EVENTS = ACTIVITY_LIMITS.events.toLocaleString('en');
export const MAX_DEVICES = ACTIVITY_LIMITS.devices.toLocaleString('en');
export const MAX_NETWORKS = ACTIVITY_LIMITS.networks.toLocaleString('en');
