// Tests how email reaches a server: the port and encryption that the URL means, the headers, and recipients that are rejected.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { mailSender, smtpServer } from '../../src/delivery/send-mail.ts';
import { startMailServer } from './mail-server.ts';

const MAIL = { id: 'alt_1', to: ['ops@example.com', 'gone@example.com'], title: 'An attack', text: 'Look at it.' };

test('a URL without a port means the port of submission, with or without TLS from the start', () => {
  const of = (url: string) => {
    const { host, port, secure, requireTLS } = smtpServer(url);
    return [host, port, secure, requireTLS];
  };
  assert.deepEqual(of('smtp://mail.internal'), ['mail.internal', 587, false, false]);
  assert.deepEqual(of('smtps://mail.internal'), ['mail.internal', 465, true, false]);
  assert.deepEqual(of('smtp://mail.internal:2525'), ['mail.internal', 2525, false, false]);
});

test('a password needs TLS, except on this machine', () => {
  const requiresTls = (url: string) => smtpServer(url).requireTLS;
  for (const host of [
    'mail.internal',
    '127.0.0.1.example.com',
    'localhost.example.com',
    'notlocalhost',
    '[2001:db8::1]',
  ]) {
    assert.equal(requiresTls(`smtp://assay:word@${host}`), true, host);
  }
  for (const host of ['localhost', '127.0.0.1', '127.0.0.53', '[::1]']) {
    assert.equal(requiresTls(`smtp://assay:word@${host}`), false, host);
  }
  // TLS from the start needs no STARTTLS.
  assert.equal(requiresTls('smtps://assay:word@mail.internal'), false);
  assert.equal(smtpServer('smtp://[::1]').host, '::1');
  assert.deepEqual(smtpServer('smtp://a%40b:p%3Aw@mail.internal').auth, { user: 'a@b', pass: 'p:w' });
});

test('a message says that a program sent it, and its id has the domain of the sender', async () => {
  await using server = await startMailServer();
  for (const from of ['Assay <alerts@shop.example>', 'alerts']) {
    assert.equal(await mailSender({ url: server.url, from })(MAIL), null);
  }
  const [named, unnamed] = server.mails.map(({ raw }) => raw);
  assert.match(named ?? '', /^Message-ID: <alt_1@shop\.example>\r$/m);
  assert.match(named ?? '', /^Auto-Submitted: auto-generated\r$/m);
  assert.match(unnamed ?? '', /^Message-ID: <alt_1@assay\.invalid>\r$/m);
});

test('a message that only some recipients got is an error that names the others', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 mail ready\r\n');
    socket.on('data', (data) => {
      const text = data.toString();
      if (text.startsWith('RCPT TO:<gone')) socket.write('550 unknown\r\n');
      else socket.write(text.startsWith('DATA') ? '354 go\r\n' : '250 ok\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await mailSender({ url, from: 'assay@example.com' })(MAIL);
    assert.equal(error, 'The SMTP server rejected gone@example.com.');
  } finally {
    server.close();
  }
});
