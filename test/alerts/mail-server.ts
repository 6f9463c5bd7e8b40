// A real SMTP server on loopback that stores accepted messages and can reject all.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailServer extends AsyncDisposable {
  /** `smtp://user:password@127.0.0.1:port` */
  url: string;
  /** Every accepted message: its recipients, and its headers and text as received. */
  mails: { to: string[]; raw: string }[];
  /** While true, every message is permanently rejected. */
  refuses: boolean;
}

export const SMTP_PASSWORD = 'a password of the mail server';
/** The password as AUTH LOGIN and AUTH PLAIN send it (RFC 4616). */
export const SENT_PASSWORDS = [SMTP_PASSWORD, `\0assay\0${SMTP_PASSWORD}`].map((text) =>
  Buffer.from(text).toString('base64'),
);

export async function startMailServer(): Promise<MailServer> {
  const state: { mails: MailServer['mails']; refuses: boolean } = { mails: [], refuses: false };
  const server = new SMTPServer({
    // A password over loopback without TLS.
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'assay' && password === SMTP_PASSWORD
        ? done(null, { user: username })
        : done(new Error('wrong password')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.refuses) return done(new Error(`no mail today, ${SMTP_PASSWORD} ${SENT_PASSWORDS.join(' ')}`));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        state.mails.push({ to, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://assay:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}
