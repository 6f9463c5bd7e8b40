// The status of a webhook endpoint as a tag.
import type { WebhookEndpoint } from '../api/control-types.ts';
import { FailuresTag, Tag } from '../components/Tags.tsx';

export function EndpointStatus({ endpoint }: { endpoint: WebhookEndpoint }) {
  if (endpoint.status === 'disabled') return <Tag>Disabled</Tag>;
  if (endpoint.consecutive_failures > 0) return <FailuresTag count={endpoint.consecutive_failures} />;
  return <Tag tone="positive">Active</Tag>;
}
