// Tests SMTP servers that never stop answering: the message fails in time, and its connections close.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { mailSender } from '../../src/delivery/send-mail.ts';

const MAIL = { id: 'alt_1', to: ['ops@example.com'], title: 'An attack', text: 'Look at it.' };

/** The endless line, by the command that it answers. */
const ENDLESS: Record<string, string> = { greeting: '220-mail\r\n', EHLO: '250-mail\r\n', MAIL: '250-ok\r\n' };

for (const [command, line] of Object.entries(ENDLESS)) {
  test(`a server that answers ${command} without end fails the message`, { timeout: 60_000 }, async () => {
    const ends: Promise<unknown>[] = [];
    const server = createServer((socket: Socket) => {
      let timer: NodeJS.Timeout | undefined;
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
      // `once` of `node:events` would reject if the connection is reset first.
      ends.push(new Promise((resolve) => socket.once('close', resolve)));
      const repeat = () => {
        timer ??= setInterval(() => socket.write(line), 20);
      };
      socket.on('data', (data) => (data.toString().startsWith(command) ? repeat() : socket.write('250 ok\r\n')));
      if (command === 'greeting') repeat();
      else socket.write('220 mail ready\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const failure = await mailSender({ url, from: 'assay@example.com' }, 500)(MAIL);
      assert.match(failure ?? 'sent', /^SMTP: .*not accepted in time/);
      assert.equal(ends.length, 1);
      await Promise.all(ends);
    } finally {
      server.close();
    }
  });
}
