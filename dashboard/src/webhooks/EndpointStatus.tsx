// The status of a webhook endpoint as a tag.
import type { WebhookEndpoint } from '../api/control-types.ts';
import { Tag } from '../components/Tags.tsx';
import { count } from '../components/wording.ts';

export function EndpointStatus({ endpoint }: { endpoint: WebhookEndpoint }) {
  if (endpoint.status === 'disabled') return <Tag>Disabled</Tag>;
  if (endpoint.consecutive_failures > 0) {
    return <Tag tone="negative">{count(endpoint.consecutive_failures, 'failure')} in a row</Tag>;
  }
  return <Tag tone="positive">Active</Tag>;
}
