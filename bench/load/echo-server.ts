// A baseline: a bare Fastify server that parses the same body and returns a constant, to show what HTTP alone costs.
import fastify from 'fastify';

const app = fastify();
app.get('/healthz', () => ({ ok: true }));
app.post('/v1/events', (request, reply) => {
  reply.code(201);
  return { data: { id: 'evt_echo', event: (request.body as { event: string }).event } };
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => void app.close());
