// Tests one attempt against receivers of every kind (faults W01, W03, W07 to W10, W16 and S06).
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { AttemptReport } from '../../src/delivery/post.ts';
import { type AttemptError, classify } from '../../src/webhooks/retry.ts';
import { signature } from '../../src/webhooks/signature.ts';
import { httpResponse, type Reply, startBlackHole, startNameServer, startReceiver } from './receivers.ts';
import { ATTEMPT, LOOPBACK, sendTo } from './sending.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\nX-Field: 1\r\n\r\n';

/** Sends once to a receiver with this reply; also returns what the receiver got. */
async function against(reply: Reply): Promise<AttemptReport & { requests: string[]; connections: number }> {
  await using receiver = await startReceiver(reply);
  const report = await sendTo(receiver.url);
  return { ...report, requests: receiver.requests, connections: receiver.connections };
}

describe('one attempt', { concurrency: true }, () => {
  test('sends exactly the signed bytes with the documented headers (W01)', async () => {
    const { requests, outcome, snippet } = await against(httpResponse(200, 'thanks'));
    assert.deepEqual(outcome, { httpStatus: 200, error: null });
    assert.equal(snippet, 'thanks');
    const [head = '', body] = (requests[0] ?? '').split('\r\n\r\n');
    const [line, ...headers] = head.split('\r\n');
    const byName = Object.fromEntries(headers.map((header) => header.split(': ')));
    assert.equal(line, 'POST /hook?x=1 HTTP/1.1');
    assert.equal(body, ATTEMPT.body);
    assert.equal(byName['Content-Type'], 'application/json');
    assert.equal(byName['content-length'], String(Buffer.byteLength(ATTEMPT.body)));
    assert.equal(byName['Service-Webhook-Id'], 'wh_evt_1');
    assert.equal(byName['Service-Webhook-Timestamp'], '1772366400');
    assert.equal(byName['Service-Webhook-Signature'], signature('whsec_grün', '1772366400', ATTEMPT.body));
    assert.equal(byName.connection, 'close');
    assert.deepEqual(
      Object.keys(byName)
        .map((name) => name.toLowerCase())
        .toSorted(),
      [
        'connection',
        'content-length',
        'content-type',
        'host',
        'service-webhook-id',
        'service-webhook-signature',
        'service-webhook-timestamp',
        'user-agent',
        'webhook-id',
        'webhook-signature',
        'webhook-timestamp',
      ],
    );
  });

  test('classifies every status and follows no redirect (W03, S06)', async () => {
    await using redirected = await startReceiver(httpResponse(200));
    const expected = {
      success: [200, 201, 204, 299],
      permanent: [300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 410, 422],
      retryable: [408, 429, 500, 501, 502, 503, 504, 599],
    };
    for (const [attemptClass, statuses] of Object.entries(expected)) {
      for (const status of statuses) {
        const location = `Location: http://127.0.0.1:${redirected.port}/\r\n`;
        const { outcome, connections } = await against(httpResponse(status, '', location));
        assert.deepEqual(outcome, { httpStatus: status, error: null });
        assert.equal(classify(outcome), attemptClass, String(status));
        assert.equal(connections, 1);
      }
    }
    await against(httpResponse(302, '', 'Location: http://169.254.169.254/latest/meta-data\r\n'));
    assert.equal(redirected.connections, 0);
  });

  // Asserts no upper bound on durations, because a busy machine is slow: only that each wait ends, and with which error.
  test('waits ten seconds for a response and no longer (W07)', async () => {
    const later =
      (ms: number): Reply =>
      (socket) =>
        void setTimeout(() => socket.end(httpResponse(200)), ms).unref();
    const drip: Reply = (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early\r\n\r\n'), 400);
      socket.on('close', () => clearInterval(timer));
    };
    const slowBody: Reply = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n');
      const timer = setInterval(() => socket.write('ok '), 400);
      socket.on('close', () => clearInterval(timer));
    };
    const [good, late, never, early, slow] = await Promise.all(
      [later(8_000), later(60_000), () => undefined, drip, slowBody].map(against),
    );
    assert.deepEqual(good?.outcome, { httpStatus: 200, error: null });
    for (const report of [late, never, early]) {
      assert.deepEqual(report?.outcome, { httpStatus: null, error: 'request_timeout' });
      assert.ok((report?.durationMs ?? 0) >= 9_900, `${report?.durationMs} ms`);
    }
    // A complete head is a success, but the connection still closes after ten seconds.
    assert.deepEqual(slow?.outcome, { httpStatus: 200, error: null });
    assert.ok((slow?.durationMs ?? 0) >= 9_900, `${slow?.durationMs} ms`);
    assert.match(slow?.snippet ?? '', /^(ok )+$/);
  });

  test('waits five seconds for a connection, including DNS and TLS (W08)', async () => {
    await using blackHole = await startBlackHole();
    await using stalled = await startReceiver(() => undefined);
    const rules = LOOPBACK;
    await using names = await startNameServer({ 'silent.test': null });
    const [tcp, tls, dns] = await Promise.all([
      sendTo(`http://127.0.0.1:${blackHole.port}/`),
      sendTo(`https://127.0.0.1:${stalled.port}/`),
      sendTo('http://silent.test/', rules, [names.address]),
    ]);
    for (const report of [tcp, tls]) {
      assert.deepEqual(report?.outcome, { httpStatus: null, error: 'connect_timeout' });
      assert.ok((report?.durationMs ?? 0) >= 4_900, `${report?.durationMs} ms`);
    }
    assert.ok(dns?.outcome.error === 'dns_failed' || dns?.outcome.error === 'connect_timeout');
    assert.equal(classify(dns.outcome), 'retryable');
  });

  test('reports a refused connection and an unknown name', async () => {
    const receiver = await startReceiver(httpResponse(200));
    await receiver[Symbol.asyncDispose]();
    assert.deepEqual((await sendTo(receiver.url)).outcome, { httpStatus: null, error: 'connect_failed' });
    await using names = await startNameServer({});
    const strict = { allowed: [], own: [] };
    assert.deepEqual((await sendTo('http://nowhere.test/', strict, [names.address])).outcome, {
      httpStatus: null,
      error: 'dns_failed',
    });
  });
});

describe('broken or hostile responses', { concurrency: true }, () => {
  const broken: [name: string, reply: Reply, result: number | AttemptError][] = [
    ['an immediate close', (socket) => void socket.end(), 'connection_lost'],
    ['a reset', (socket) => void socket.resetAndDestroy(), 'connection_lost'],
    ['half a status line', 'HTTP/1.1 20', 'connection_lost'],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le', 'connection_lost'],
    ['garbage', Buffer.from('00ff00ff0a0d0a0d', 'hex'), 'protocol_error'],
    ['HTTP/0.9', '<html>hello</html>', 'protocol_error'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'protocol_error'],
    [
      'both Content-Length and chunked encoding',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'protocol_error',
    ],
    ['a huge head', `HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(200_000)}\r\n\r\n`, 'protocol_error'],
    [
      'an unrequested upgrade',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nabc',
      'connection_lost',
    ],
    ['an interim response and a close', 'HTTP/1.1 100 Continue\r\n\r\n', 'connection_lost'],
    ['a reset after the head', (socket) => endBadly(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'), 200],
    ['a body shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', 200],
    ['a body longer than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabc', 200],
    ['204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc', 204],
    ['two responses', `${httpResponse(200, 'a')}${httpResponse(500, 'b')}`, 200],
    ['bad chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 200],
    ['an interim response first', `HTTP/1.1 103 Early Hints\r\n\r\n${httpResponse(200)}`, 200],
    ['100 Continue first', `HTTP/1.1 100 Continue\r\n\r\n${httpResponse(200)}`, 200],
    ['several interim responses', `${CONTINUE}HTTP/1.1 102 X\r\n\r\n${CONTINUE.repeat(2)}${httpResponse(204)}`, 204],
    ['100 Continue byte by byte', (socket) => void trickle(socket, `${CONTINUE}${CONTINUE}${httpResponse(200)}`), 200],
    ['half of 100 Continue', 'HTTP/1.1 100 Cont', 'connection_lost'],
    ['an endless 100 Continue', `HTTP/1.1 100 Continue\r\nX: ${'x'.repeat(200_000)}`, 'protocol_error'],
    [
      'endless interim responses',
      endless('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500)),
      'protocol_error',
    ],
    ['endless empty lines', endless('', '\r\n'.repeat(10_000)), 'protocol_error'],
    ['endless empty lines after an interim response', endless(CONTINUE, '\r\n'.repeat(10_000)), 'protocol_error'],
    ['empty lines first', `\r\n\r\n${CONTINUE}\r\n${httpResponse(200)}`, 200],
    [
      'endless trailers',
      endless('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'X: a\r\n'.repeat(500)),
      200,
    ],
    ['an endless reason phrase', endless('HTTP/1.1 200 ', 'a'.repeat(50_000)), 'protocol_error'],
    [
      'endless spaces before the value of a header',
      endless('HTTP/1.1 200 OK\r\nX:', ' '.repeat(50_000)),
      'protocol_error',
    ],
    ['a status beyond 599', httpResponse(999), 999],
  ];
  for (const [name, reply, result] of broken) {
    test(`gives one attempt with a definite result for ${name} (W10)`, async () => {
      const { outcome, connections } = await against(reply);
      assert.equal(outcome.httpStatus ?? outcome.error, result);
      assert.equal(connections, 1);
      assert.equal(classify(outcome), typeof result === 'number' && result < 300 ? 'success' : 'retryable');
    });
  }

  test('reads little of what surrounds a body without an end (W10)', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    for (const [head, part] of [
      [`${chunked}5;`, 'a'],
      [`${chunked}5;a="`, 'a'],
      [chunked, '0'],
      [`${chunked}0\r\n`, 'X: a\r\n'],
    ] as const) {
      let sent: () => number = () => Number.NaN;
      const { outcome } = await against((socket, request) => {
        sent = () => socket.bytesWritten;
        const send = endless(head, part.repeat(10_000));
        if (typeof send === 'function') send(socket, request);
      });
      assert.deepEqual(outcome, { httpStatus: 200, error: null });
      // With what the system buffers; in ten seconds, a receiver can send gigabytes.
      assert.ok(sent() < 64 * 1024 * 1024, `${sent()} bytes`);
    }
  });

  test('never decompresses a response (W09)', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024));
    const head = (encoding: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${bomb.length}\r\n${encoding}\r\n`;
    for (const encoding of ['Content-Encoding: gzip\r\n', 'Content-Encoding: br\r\n']) {
      const { outcome, snippet } = await against(Buffer.concat([Buffer.from(head(encoding)), bomb]));
      assert.deepEqual(outcome, { httpStatus: 200, error: null });
      assert.equal(snippet, '(encoded body not shown)');
    }
    const many = await against(Buffer.from(head('Content-Encoding: gzip\r\n'.repeat(500))));
    assert.equal(many.outcome.httpStatus, 200);
    const tooMany = await against(Buffer.from(head('Content-Encoding: gzip\r\n'.repeat(5_000))));
    assert.equal(classify(tooMany.outcome), 'retryable');
  });

  test('logs no secret, even when the response echoes the request (W16)', async () => {
    const echo: Reply = (socket, request) => {
      const echoed = `${request}\nsec_live_abc123 ${ATTEMPT.secret} <script>\0\u0007`;
      const body = Buffer.concat([Buffer.from(echoed), Buffer.from([0xff, 0xfe]), Buffer.alloc(5 * 1024 * 1024, 'x ')]);
      socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`), body]));
    };
    const { snippet, outcome, requests } = await against(echo);
    assert.equal(outcome.httpStatus, 200);
    const sent = /signature: (\w+)/i.exec(requests[0] ?? '')?.[1] ?? 'missing';
    assert.equal(sent.length, 64);
    for (const leak of [sent, 'sec_live_abc123', 'grün', '\0', '\u0007']) assert.ok(!snippet?.includes(leak), leak);
    assert.ok(snippet?.includes('<script>'));
    assert.ok(Buffer.byteLength(snippet ?? '') <= 2_048);
  });
});

/** Sends `head`, then `part` as often and as fast as the connection takes it. */
function endless(head: string, part: string): Reply {
  return (socket) => {
    const pump = () => {
      while (socket.writable && socket.write(part));
    };
    socket.on('drain', pump);
    socket.write(head);
    pump();
  };
}

async function trickle(socket: Socket, text: string): Promise<void> {
  for (const character of text) {
    socket.write(character);
    await new Promise(setImmediate);
  }
}

function endBadly(socket: Socket, text: string): void {
  socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 20));
}
