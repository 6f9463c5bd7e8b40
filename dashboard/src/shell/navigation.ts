// The screens of an environment and of the organization, in menu order.
import {
  IconActivityHeartbeat,
  IconAdjustments,
  IconBell,
  IconChecklist,
  IconDevicesPc,
  IconHistory,
  IconKey,
  IconListSearch,
  IconPlug,
  IconSettings,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWorld,
} from '../components/icons.ts';

export const NAVIGATION = [
  {
    group: 'Investigate',
    items: [
      { path: 'overview', name: 'Overview', icon: IconActivityHeartbeat },
      { path: 'events', name: 'Events', icon: IconListSearch },
      { path: 'worklist', name: 'Worklist', icon: IconChecklist },
      { path: 'devices', name: 'Devices', icon: IconDevicesPc },
      { path: 'accounts', name: 'Accounts', icon: IconUsers },
      { path: 'network', name: 'Network', icon: IconWorld },
    ],
  },
  {
    group: 'Decide',
    items: [
      { path: 'policy', name: 'Policy', icon: IconAdjustments },
      { path: 'alerts', name: 'Alerts', icon: IconBell },
      { path: 'webhooks', name: 'Webhooks', icon: IconWebhook },
    ],
  },
  {
    group: 'Manage',
    items: [
      { path: 'keys', name: 'Keys & environments', icon: IconKey },
      { path: 'integration', name: 'Integration', icon: IconPlug },
      { path: 'members', name: 'Members', icon: IconUsersGroup },
      { path: 'audit', name: 'Audit log', icon: IconHistory },
      { path: 'settings', name: 'Settings', icon: IconSettings },
    ],
  },
] as const;
