// Tests which targets an attempt reaches: certificates, DNS rebinding, address checks (faults W11 and S06).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { hostResolver } from '../../src/delivery/resolve-host.ts';
import { send } from '../../src/delivery/send.ts';
import { classify } from '../../src/webhooks/retry.ts';
import { parseRange } from '../../src/webhooks/target.ts';
import { certificate, httpResponse, type Reply, startNameServer, startReceiver } from './receivers.ts';
import { ATTEMPT, LOOPBACK, sendTo } from './sending.ts';

describe('TLS', () => {
  const authorities = [certificate('authority')];

  test('connects to the checked address and verifies the certificate for the name', async () => {
    let servername: string | undefined;
    const SNICallback = (name: string, callback: (error: null) => void) => {
      servername = name;
      callback(null);
    };
    const tls = { key: certificate('good'), cert: certificate('good'), SNICallback };
    await using receiver = await startReceiver(httpResponse(200, 'ok'), tls as never);
    await using names = await startNameServer({ 'receiver.test': ['127.0.0.1'] });
    const options = { rules: LOOPBACK, resolve: hostResolver([names.address], LOOPBACK), authorities };
    const report = await send({ ...ATTEMPT, url: `https://receiver.test:${receiver.port}/` }, options);
    assert.deepEqual(report.outcome, { httpStatus: 200, error: null });
    assert.equal(servername, 'receiver.test');
    assert.match(receiver.requests[0] ?? '', new RegExp(`^host: receiver.test:${receiver.port}\\r$`, 'm'));
  });

  test('begins no second handshake (W11)', async () => {
    let handshakes = 0;
    const reply: Reply = (socket) => {
      (socket as TLSSocket).renegotiate({ rejectUnauthorized: false }, () => {
        handshakes += 1;
      });
      setTimeout(() => socket.destroy(), 200);
    };
    const pair = { key: certificate('good'), cert: certificate('good') };
    await using receiver = await startReceiver(reply, { ...pair, maxVersion: 'TLSv1.2' });
    await using names = await startNameServer({ 'receiver.test': ['127.0.0.1'] });
    const options = { rules: LOOPBACK, resolve: hostResolver([names.address], LOOPBACK), authorities };
    const { outcome } = await send({ ...ATTEMPT, url: `https://receiver.test:${receiver.port}/` }, options);
    assert.deepEqual([outcome.error, receiver.requests.length, handshakes], ['connection_lost', 1, 0]);
  });

  test('ends a handshake that consists of endless tiny records (W11)', async () => {
    const records = Buffer.from('160303000400000000'.repeat(5_000), 'hex');
    const server = createServer((socket) => {
      const pump = () => {
        while (socket.writable && socket.write(records));
      };
      socket.on('drain', pump).on('error', () => {});
      pump();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { outcome } = await sendTo(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.close();
    assert.deepEqual(outcome, { httpStatus: null, error: 'tls_failed' });
  });

  test('sends nothing to a server with a wrong certificate and leaks no memory (W11)', async () => {
    await using names = await startNameServer({ 'receiver.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] });
    const resolve = hostResolver([names.address], LOOPBACK);
    const cases = [
      { pair: 'self-signed', host: 'receiver.test', more: {} },
      { pair: 'expired', host: 'receiver.test', more: {} },
      { pair: 'good', host: 'other.test', more: {} },
      { pair: 'good', host: '127.0.0.1', more: {} },
      {
        pair: 'good',
        host: 'receiver.test',
        more: { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' },
      },
    ] as const;
    let baseline = 0;
    for (const round of ['warm', 'measured'] as const) {
      for (const { pair, host, more } of cases) {
        await using receiver = await startReceiver(httpResponse(200), {
          key: certificate(pair),
          cert: certificate(pair),
          ...more,
        });
        const url = `https://${host}:${receiver.port}/`;
        for (let batch = 0; batch < (round === 'warm' ? 3 : 15); batch++) {
          const reports = await Promise.all(
            Array.from({ length: 10 }, () => send({ ...ATTEMPT, url }, { rules: LOOPBACK, resolve, authorities })),
          );
          for (const { outcome } of reports)
            assert.deepEqual(outcome, { httpStatus: null, error: 'tls_failed' }, `${pair} ${host}`);
        }
        assert.equal(receiver.requests.length, 0);
      }
      if (round === 'warm') baseline = process.memoryUsage().rss;
    }
    const grown = process.memoryUsage().rss - baseline;
    assert.ok(grown < 96 * 1024 * 1024, `${Math.round(grown / 1_048_576)} MiB more after 750 attempts`);
  });
});

describe('target addresses', () => {
  test('checks addresses at every attempt, which defeats DNS rebinding (S06)', async () => {
    await using receiver = await startReceiver(httpResponse(200));
    await using names = await startNameServer({ 'rebinding.test': ['127.0.0.1'] });
    const url = `http://rebinding.test:${receiver.port}/`;
    assert.equal((await sendTo(url, LOOPBACK, [names.address])).outcome.httpStatus, 200);
    for (const answers of [
      ['10.0.0.1'],
      ['127.0.0.1', '169.254.169.254'],
      ['127.0.0.1', 'fd00::1'],
      ['::ffff:a9fe:a9fe'],
    ]) {
      names.names.set('rebinding.test', answers);
      const report = await sendTo(url, LOOPBACK, [names.address]);
      assert.deepEqual(report.outcome, { httpStatus: null, error: 'target_refused' }, answers.join());
      assert.equal(report.snippet, 'The target address is not allowed');
      assert.equal(classify(report.outcome), 'permanent');
    }
    assert.equal(receiver.connections, 1);
  });

  test('resolves once per attempt and connects to the result', async () => {
    await using receiver = await startReceiver(httpResponse(200));
    await using names = await startNameServer({ 'once.test': ['127.0.0.1'] });
    await sendTo(`http://once.test:${receiver.port}/`, LOOPBACK, [names.address]);
    assert.deepEqual(names.queries.toSorted(), ['once.test A', 'once.test AAAA']);
  });

  test('connects to the second address of a name if the first refuses, but to no third', async () => {
    await using receiver = await startReceiver(httpResponse(200));
    await using names = await startNameServer({ 'several.test': ['127.0.0.2', '127.0.0.1'] });
    const sendToSeveral = () => sendTo(`http://several.test:${receiver.port}/`, LOOPBACK, [names.address]);
    assert.deepEqual((await sendToSeveral()).outcome, { httpStatus: 200, error: null });
    names.names.set('several.test', ['127.0.0.2', '127.0.0.3', '127.0.0.1']);
    assert.deepEqual((await sendToSeveral()).outcome, { httpStatus: null, error: 'connect_failed' });
    assert.equal(receiver.connections, 1);
  });

  test('never connects to the service itself, also by IP literal', async () => {
    await using service = await startReceiver(httpResponse(200));
    const own = { ...LOOPBACK, own: [{ range: parseRange('127.0.0.1'), port: service.port }] };
    const strict = { allowed: [], own: [] };
    for (const [url, rules] of [
      [service.url, own],
      [`http://localhost:${service.port}/`, own],
      [service.url, strict],
      [`http://localhost.:${service.port}/`, strict],
      [`http://[::ffff:127.0.0.1]:${service.port}/`, strict],
    ] as const) {
      assert.deepEqual((await sendTo(url, rules)).outcome, { httpStatus: null, error: 'target_refused' }, url);
    }
    assert.equal(service.connections, 0);
  });
});
