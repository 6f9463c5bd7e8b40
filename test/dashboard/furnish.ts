// Makes the test environment look lived in: a rule, another threshold, labels, a trusted device, a webhook with deliveries.
import { httpResponse, type Receiver, startReceiver } from '../webhooks/receivers.ts';
import type { Service } from './service.ts';

interface Item {
  id: string;
  device: { id: string };
}

export interface Furnished {
  /** The id of the webhook endpoint. */
  endpoint: string;
  receiver: Receiver;
}

/** A dashboard session of the owner, as the API gives it to a program. */
export async function ownersToken(service: Service): Promise<string> {
  const { data } = await service.call<{ data: { token: string } }>('POST', '/v1/auth/login', service.owner);
  return data.token;
}

export async function furnish(service: Service): Promise<Furnished> {
  const token = await ownersToken(service);
  const base = `/v1/environments/${service.environments.test.id}`;
  const call = <T>(method: string, path: string, body?: unknown) => service.call<T>(method, path, body, token);
  const events = async (query: string) => (await call<{ data: Item[] }>('GET', `${base}/events?${query}`)).data;

  const receiver = await startReceiver((socket) => {
    // Every third message is refused, as a receiver under repair would.
    socket.end(receiver.requests.length % 3 === 1 ? httpResponse(404, 'no such hook') : httpResponse(200, 'thank you'));
  });
  const url = `http://127.0.0.1:${receiver.port}/assay`;
  const made = await call<{ data: { id: string } }>('POST', `${base}/webhooks`, { url, description: 'Shop backend' });
  await call('POST', `${base}/policy/rules`, {
    name: 'Refuse bots that change a password',
    event_type: 'password_change',
    conditions: { all: [{ field: 'signal.present', operator: 'eq', value: 'AUTOMATION_SUSPECTED' }] },
    action: { decision: 'block' },
    priority: 200,
  });
  await call('POST', `${base}/policy/rules`, {
    name: 'Never stop a trusted device',
    conditions: {
      all: [
        { field: 'device.trusted', operator: 'eq', value: true },
        { field: 'risk.score', operator: 'lt', value: 90 },
      ],
    },
    action: { decision: 'monitor' },
    priority: 100,
  });
  const [blocked, challenged] = [await events('decision=block&limit=12'), await events('decision=challenge&limit=12')];
  const labels = ['credential_stuffing', 'account_takeover', 'legitimate', 'legitimate', 'bot_confirmed'];
  for (const [index, { id }] of [...blocked.slice(2), ...challenged.slice(2)].entries()) {
    const label = labels[index % labels.length];
    await call('POST', `/v1/events/${id}/outcome`, { label, reason: 'Confirmed with the customer by phone' });
  }
  const [allowed] = await events('decision=allow&limit=1');
  if (allowed !== undefined) await call('POST', `/v1/devices/${allowed.device.id}/trust`);
  return { endpoint: made.data.id, receiver };
}
