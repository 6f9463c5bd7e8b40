// HOST=localhost on a machine where that name has two addresses: all limits belong to one listener.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { SERVER, startService } from '../../bench/service/start-service.ts';

/** What most machines have in /etc/hosts. */
const TWO_ADDRESSES = `import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
const { lookup } = dns;
const addresses = [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }];
dns.lookup = (name, ...given) => {
  if (name !== 'localhost') return lookup(name, ...given);
  const callback = given.pop();
  process.nextTick(() => (given[0]?.all ? callback(null, addresses) : callback(null, '127.0.0.1', 4)));
};
syncBuiltinESMExports();`;

test('a service on localhost opens no second server, which none of the limits would protect', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(TWO_ADDRESSES)}`;
  const service = await startService(SERVER, '/healthz', { HOST: 'localhost' }, undefined, ['--import', preload]);
  try {
    const socket = connect(Number(new URL(service.baseUrl).port), '::1');
    // `once` rejects with the error of the socket.
    const outcome = await once(socket, 'connect').then(
      () => 'connected',
      ({ code }) => code,
    );
    socket.destroy();
    assert.match(outcome, /^(ECONNREFUSED|EADDRNOTAVAIL)$/);
  } finally {
    await service.stop();
  }
});
