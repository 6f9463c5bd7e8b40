// Tests that an SMTP server, or an attacker in between, that prevents encryption gets neither the password nor a message.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { mailSender } from '../../src/delivery/send-mail.ts';
import { certificate } from '../webhooks/receivers.ts';
import { SENT_PASSWORDS, SMTP_PASSWORD } from './mail-server.ts';

/** An address of this machine that the sender does not recognize as local, so that it requires encryption. */
const ELSEWHERE = '127.1';
const MAIL = { id: 'alt_1', to: ['ops@example.com'], title: 'An attack', text: 'A text that nobody else may read.' };

/** Answers commands with `answers`, by the first word, and records everything it receives, before and after TLS. */
async function startServer(answers: Record<string, string>, startTls?: (socket: Socket) => Socket) {
  let received = '';
  const server = createServer((plain) => {
    const serve = (socket: Socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        received += data.toString();
        for (const line of data.toString().split('\r\n').filter(Boolean)) {
          const word = line.split(' ')[0]?.toUpperCase() ?? '';
          socket.write(answers[word] ?? '250 ok\r\n');
          if (word === 'STARTTLS' && startTls !== undefined) {
            socket.removeAllListeners('data');
            serve(startTls(socket));
          }
        }
      });
    };
    serve(plain);
    plain.write('220 mail ready\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, received: () => received, close: () => server.close() };
}

const SELF_SIGNED = { key: certificate('self-signed'), cert: certificate('self-signed') };
const upgraded = (socket: Socket) => new TLSSocket(socket, { isServer: true, ...SELF_SIGNED });
const OFFERED = '250-mail\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n';
const NOT_OFFERED = '250-mail\r\n250 AUTH PLAIN LOGIN\r\n';

const SERVERS: [name: string, answers: Record<string, string>, startTls?: (socket: Socket) => Socket][] = [
  ['does not offer STARTTLS', { EHLO: NOT_OFFERED, AUTH: '235 welcome\r\n', DATA: '354 go\r\n' }],
  ['refuses STARTTLS', { EHLO: OFFERED, STARTTLS: '454 not now\r\n', AUTH: '235 welcome\r\n', DATA: '354 go\r\n' }],
  [
    'answers commands that were not sent yet together with STARTTLS',
    { EHLO: OFFERED, STARTTLS: `220 go\r\n${NOT_OFFERED}235 welcome\r\n250 ok\r\n250 ok\r\n354 go\r\n250 queued\r\n` },
    upgraded,
  ],
  [
    'has a certificate that nobody signed',
    { EHLO: OFFERED, STARTTLS: '220 go\r\n', AUTH: '235 welcome\r\n' },
    upgraded,
  ],
  ['knows no EHLO', { EHLO: '502 unknown\r\n', AUTH: '235 welcome\r\n', DATA: '354 go\r\n' }],
];

describe('a server that', () => {
  for (const [name, answers, startTls] of SERVERS) {
    test(`${name} gets no password and no message`, async () => {
      const server = await startServer(answers, startTls);
      try {
        const url = `smtp://assay:${encodeURIComponent(SMTP_PASSWORD)}@${ELSEWHERE}:${server.port}`;
        const error = await mailSender({ url, from: 'assay@example.com' })(MAIL);
        assert.match(error ?? 'sent', /^SMTP: /);
        assert.match(server.received(), /^(EHLO|HELO)/);
        for (const secret of [SMTP_PASSWORD, ...SENT_PASSWORDS, MAIL.text, 'RCPT']) {
          assert.ok(!server.received().includes(secret), `${secret} in ${server.received()}`);
        }
      } finally {
        server.close();
      }
    });
  }
});
