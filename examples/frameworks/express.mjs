// Express: the login, and a middleware for any other route that matters.
// Run in examples/frameworks after `npm install`:  ASSAY_SECRET_KEY=sec_test_… node express.mjs
import express from 'express';
import { assay, logIn, passChallenge, sessions } from '../node/login.mjs';

const app = express();
app.set('trust proxy', 'loopback'); // your proxies, so that request.ip is the visitor
app.use(express.json({ limit: '256kb' }));
app.use((request, _response, next) => {
  request.token = /session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
  request.session = sessions.get(request.token);
  next();
});

const clientOf = (request) => ({ ip_address: request.ip, user_agent: request.get('user-agent') });

function answer(response, { next, session, status = 200 }) {
  if (session) response.cookie('session', session, { httpOnly: true, sameSite: 'lax' });
  response.status(status).json({ next });
}

// #region express
app.post('/login', async (request, response) => answer(response, await logIn(request.body, clientOf(request))));
app.post('/second-factor', async (request, response) =>
  answer(response, await passChallenge(request.body, request.session, clientOf(request))),
);

/** Asks Assay before the route runs. */
const protect = (event) => async (request, response, next) => {
  if (!request.session?.name) return response.status(401).json({ next: 'log_in' });
  const { signals } = request.body;
  const account = { id: request.session.name };
  const { decision } = await assay.assess({ event, account, signals, ...clientOf(request) });
  if (decision === 'block') return response.status(403).json({ next: 'blocked' });
  if (decision === 'challenge') return response.status(401).json({ next: 'second_factor' });
  next();
};

app.post('/payments', protect('payment_attempt'), (_request, response) => response.json({ next: 'paid' }));
app.post('/email', protect('email_change'), (_request, response) => response.json({ next: 'changed' }));
// #endregion express

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}/`),
);
