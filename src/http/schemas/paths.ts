// The path parameters of the API, each shape once.
import Type from 'typebox';
import { closed } from './schema.ts';

const environmentId = Type.String({ description: 'Environment id, prefix env_.' });
const eventId = Type.String({ description: 'Event id, prefix evt_.' });
const endpointId = Type.String({ description: 'Webhook endpoint id, prefix whe_.' });

export const EnvironmentPath = closed({ env: environmentId });
export const NetworkPath = closed({
  env: environmentId,
  network: Type.String({ description: 'Network id, prefix net_.' }),
});
export const CampaignPath = closed({
  env: environmentId,
  campaign: Type.String({ description: 'Campaign id, prefix cmp_.' }),
});
export const OutcomeBatchPath = closed({
  env: environmentId,
  batch: Type.String({ description: 'Batch id, prefix otb_.' }),
});
export const AccountPath = closed({
  env: environmentId,
  externalAccountId: Type.String({ description: "The customer's own account id, percent-encoded." }),
});
export const PolicyVersionPath = closed({
  env: environmentId,
  n: Type.String({ description: 'Version, 1 or more.', examples: ['1'] }),
});
export const AlertRulePath = closed({
  env: environmentId,
  rule: Type.String({ description: 'Alert rule id, prefix alr_.' }),
});
export const AlertChannelPath = closed({
  env: environmentId,
  channel: Type.String({ description: 'Alert channel id, prefix alc_.' }),
});
export const NotePath = closed({ env: environmentId, note: Type.String({ description: 'Note id, prefix not_.' }) });
export const SavedViewPath = closed({
  env: environmentId,
  view: Type.String({ description: 'Saved view id, prefix vew_.' }),
});
export const EventPath = closed({ event: eventId });
export const EventOutcomePath = closed({ event_id: eventId });
export const DevicePath = closed({ device: Type.String({ description: 'Device id, prefix dev_.' }) });
export const DevicePairPath = closed({
  device: Type.String({ description: 'Device id, prefix dev_.' }),
  other: Type.String({ description: 'Device id, prefix dev_.', examples: ['dev_01m7zweae9e0ttzdyss8zfk4ha'] }),
});
export const RulePath = closed({ id: Type.String({ description: 'Rule id, prefix polr_.' }) });
export const EndpointPath = closed({ id: endpointId });
export const DeliveryPath = closed({
  id: endpointId,
  wh_evt: Type.String({ description: 'Delivery id, prefix wh_evt_.' }),
});
export const KeyPath = closed({ id: Type.String({ description: 'Key id, prefix key_.' }) });
export const MemberPath = closed({ id: Type.String({ description: 'Member id, prefix usr_.' }) });
export const SessionPath = closed({ id: Type.String({ description: 'Session id, prefix ses_.' }) });
