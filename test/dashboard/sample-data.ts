// Sample data for a test environment with imported events: rules, labels, a trusted device, and a webhook with deliveries.
import { httpResponse, type Receiver, startReceiver } from '../webhooks/receivers.ts';
import type { Service } from './service.ts';

interface Item {
  id: string;
  device: { id: string };
}

export interface SampleData {
  /** The id of the webhook endpoint. */
  endpoint: string;
  receiver: Receiver;
}

/** Logs in as the owner and returns the session token. */
async function ownerToken(service: Service): Promise<string> {
  const { data } = await service.request<{ data: { token: string } }>('POST', '/v1/auth/login', service.owner);
  return data.token;
}

const RULES = [
  {
    name: 'Block bots that change a password',
    event_type: 'password_change',
    conditions: { all: [{ field: 'signal.present', operator: 'eq', value: 'AUTOMATION_SUSPECTED' }] },
    action: { decision: 'block' },
    priority: 200,
  },
  {
    name: 'Never challenge a trusted device',
    conditions: {
      all: [
        { field: 'device.trusted', operator: 'eq', value: true },
        { field: 'risk.score', operator: 'lt', value: 90 },
      ],
    },
    action: { decision: 'monitor' },
    priority: 100,
  },
];
const LABELS = ['credential_stuffing', 'account_takeover', 'legitimate', 'legitimate', 'bot_confirmed'];

/** Creates the sample data; the caller disposes of the webhook receiver. */
export async function createSampleData(service: Service): Promise<SampleData> {
  const token = await ownerToken(service);
  const base = `/v1/environments/${service.environments.test.id}`;
  const request = <T>(method: string, path: string, body?: unknown) => service.request<T>(method, path, body, token);
  const events = async (query: string) => (await request<{ data: Item[] }>('GET', `${base}/events?${query}`)).data;

  const receiver = await startReceiver((socket) => {
    // Rejects every third message, so that the list shows failures and retries.
    socket.end(receiver.requests.length % 3 === 1 ? httpResponse(404, 'no such hook') : httpResponse(200, 'thank you'));
  });
  const url = `http://127.0.0.1:${receiver.port}/assay`;
  const endpoint = await request<{ data: { id: string } }>('POST', `${base}/webhooks`, {
    url,
    description: 'Shop backend',
  });
  for (const rule of RULES) await request('POST', `${base}/policy/rules`, rule);
  const [blocked, challenged] = [await events('decision=block&limit=12'), await events('decision=challenge&limit=12')];
  for (const [index, { id }] of [...blocked.slice(2), ...challenged.slice(2)].entries()) {
    const label = LABELS[index % LABELS.length];
    await request('POST', `/v1/events/${id}/outcome`, { label, reason: 'Confirmed with the customer by phone' });
  }
  const [allowed] = await events('decision=allow&limit=1');
  if (allowed !== undefined) await request('POST', `/v1/devices/${allowed.device.id}/trust`);
  return { endpoint: endpoint.data.id, receiver };
}
