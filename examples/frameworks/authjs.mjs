// Auth.js (NextAuth): `authorize` of a credentials provider asks Assay; a challenge becomes an error with a code.
// Run in examples/frameworks after `npm install`:  ASSAY_SECRET_KEY=sec_test_… AUTH_SECRET=… node authjs.mjs
import { CredentialsSignin, ExpressAuth } from '@auth/express';
import Credentials from '@auth/express/providers/credentials';
import express from 'express';
import { logIn, passChallenge, sessions } from '../node/login.mjs';

/** The page sees `?error=CredentialsSignin&code=second_factor` and asks for the code; `token` ties the answer to the login. */
class Challenge extends CredentialsSignin {
  constructor(token) {
    super();
    this.code = `second_factor.${token}`;
  }
}
class Blocked extends CredentialsSignin {
  code = 'blocked';
}

/** Text that is not JSON counts as no signals: an exception would keep the attempt, and a wrong password, from Assay. */
function signalsOf(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}

// #region authjs
const provider = Credentials({
  credentials: { name: {}, password: {}, code: {}, token: {}, signals: {} },
  async authorize({ name, password, code, token, signals: text }, request) {
    const signals = signalsOf(text);
    const client = {
      // Take the address from a header that only your proxy can set.
      ip_address: request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim(),
      user_agent: request.headers.get('user-agent') ?? undefined,
    };
    const { next, session } = code
      ? await passChallenge({ code, signals }, sessions.get(token), client)
      : await logIn({ name, password, signals }, client);
    if (next === 'blocked') throw new Blocked();
    if (next === 'second_factor') throw new Challenge(session ?? token);
    if (next !== 'welcome') return null;
    return { id: sessions.get(session).name };
  },
});
// #endregion authjs

const app = express();
// A pattern with a group, because @auth/express reads the base path from the first unnamed parameter.
app.use(/^\/auth\/(.*)/, ExpressAuth({ providers: [provider], trustHost: true, session: { strategy: 'jwt' } }));
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}/`),
);
