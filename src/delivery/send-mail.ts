// Sends email through the operator's SMTP server.
import { Socket } from 'node:net';
import { createTransport } from 'nodemailer';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password when the server needs them. */
  url: string;
  /** The sender: an address, or `Name <address>`. */
  from: string;
}

export interface OutgoingMail {
  /** Becomes the Message-ID. */
  id: string;
  to: readonly string[];
  title: string;
  text: string;
}

/** ms for a message in total. The other timeouts restart with each byte: a server that kept answering EHLO delayed every alert. */
const MESSAGE_TIMEOUT = 20_000;
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
/** Names and addresses of the machine itself, to which a password may go unencrypted. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** How to reach and log in to the server of `url`. A password is sent only over TLS, except to this machine. */
export function smtpServer(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && user !== '' && !LOOPBACK.test(hostname),
    ...(user === '' ? {} : { auth: { user, pass } }),
  };
}

/** Returns a function that resolves to why a message was not accepted, or null. */
export function mailSender(
  { url, from }: MailSettings,
  timeout = MESSAGE_TIMEOUT,
): (mail: OutgoingMail) => Promise<string | null> {
  const server = smtpServer(url);
  // Message texts are data: they never name a file or URL to read.
  const options = { ...server, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true };
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'assay.invalid';
  return async ({ id, to, title, text }) => {
    const socket = new Socket();
    const timer = setTimeout(() => socket.destroy(new Error('the message was not accepted in time')), timeout);
    try {
      const { rejected } = await createTransport({ ...options, socket }).sendMail({
        ...{ from, to: [...to], text, messageId: `<${id}@${domain}>` },
        headers: [
          { key: 'Subject', value: title },
          { key: 'Auto-Submitted', value: 'auto-generated' },
        ],
      });
      return rejected.length === 0 ? null : `The SMTP server rejected ${rejected.join(', ')}.`;
    } catch (error) {
      return errorText(error, server.auth);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * One line, without control characters that a server may have sent, and without the password in any of the forms in which it
 * is sent: a server may quote the command that it rejects.
 */
function errorText(error: unknown, { user, pass } = { user: '', pass: '' }): string {
  const message = error instanceof Error ? error.message : String(error);
  const plain = message.replaceAll(/\p{Cc}+/gu, ' ').trim();
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const forms = pass === '' ? [] : [pass, base64(pass), base64(`\0${user}\0${pass}`)];
  return `SMTP: ${forms.reduce((text, form) => text.replaceAll(form, '[masked]'), plain)}`;
}
