// The status of a webhook endpoint as a tag.
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { WebhookEndpoint } from '../api/control-types.ts';
import { Tag } from '../components/Tags.tsx';

export function EndpointStatus({ endpoint }: { endpoint: WebhookEndpoint }) {
  if (endpoint.status === 'disabled') return <Tag>Disabled</Tag>;
  if (endpoint.consecutive_failures > 0) {
    return <Tag tone="negative">{formatCount(endpoint.consecutive_failures, 'failure')} in a row</Tag>;
  }
  return <Tag tone="positive">Active</Tag>;
}
