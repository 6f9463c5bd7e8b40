// The codes of errors about alert channels and rules. Part of `ERROR_CODES`.

export const ALERT_CODES = {
  alert_channel_not_found: {
    status: 404,
    cause: 'No alert channel has this id.',
    cure: 'List the alert channels of the environment.',
  },
  alert_rule_not_found: {
    status: 404,
    cause: 'No alert rule has this id.',
    cure: 'List the alert rules of the environment.',
  },
  alert_channel_limit: {
    status: 409,
    cause: 'The environment has the maximum number of alert channels.',
    cure: 'Delete channels that you no longer use.',
  },
  alert_channel_in_use: {
    status: 409,
    cause: 'An alert rule sends to this channel.',
    cure: 'Remove the channel from the rules that `detail` names, then delete it.',
  },
  alert_rule_limit: {
    status: 409,
    cause: 'The environment has the maximum number of alert rules.',
    cure: 'Delete rules that you no longer use.',
  },
} as const;
