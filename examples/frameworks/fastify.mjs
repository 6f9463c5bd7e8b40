// Fastify: the login, and a preHandler hook for routes that name their event in `config`.
// Run in examples/frameworks after `npm install`:  ASSAY_SECRET_KEY=sec_test_… node fastify.mjs
import fastify from 'fastify';
import { assay, logIn, passChallenge, sessions } from '../node/login.mjs';

const app = fastify({ trustProxy: 'loopback', bodyLimit: 256 * 1024 }); // your proxies, so that request.ip is the visitor

const clientOf = (request) => ({ ip_address: request.ip, user_agent: request.headers['user-agent'] });
const sessionOf = (request) => sessions.get(/session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]);

function answer(reply, { next, session, status = 200 }) {
  reply.code(status);
  if (session) reply.header('set-cookie', `session=${session}; HttpOnly; SameSite=Lax; Path=/`);
  return { next };
}

// #region fastify
app.post('/login', async (request, reply) => answer(reply, await logIn(request.body, clientOf(request))));
app.post('/second-factor', async (request, reply) =>
  answer(reply, await passChallenge(request.body, sessionOf(request), clientOf(request))),
);

/** Asks Assay before every route with an `event` in its config. */
app.addHook('preHandler', async (request, reply) => {
  const { event } = request.routeOptions.config;
  if (event === undefined) return;
  const session = sessionOf(request);
  if (!session?.name) return reply.code(401).send({ next: 'log_in' });
  const { signals } = request.body;
  const { decision } = await assay.assess({ event, account: { id: session.name }, signals, ...clientOf(request) });
  if (decision === 'block') return reply.code(403).send({ next: 'blocked' });
  if (decision === 'challenge') return reply.code(401).send({ next: 'second_factor' });
});

app.post('/payments', { config: { event: 'payment_attempt' } }, async () => ({ next: 'paid' }));
app.post('/email', { config: { event: 'email_change' } }, async () => ({ next: 'changed' }));
// #endregion fastify

console.log(`listening on ${await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) })}/`);
