// Checks the spans of requests with a real OpenTelemetry SDK that stores them in memory.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { startTestServer, type TestServer } from './test-server.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const exporter = new InMemorySpanExporter();
let server: TestServer;

before(async () => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  server = await startTestServer();
});
beforeEach(() => exporter.reset());
after(async () => {
  await server.close();
  trace.disable();
  propagation.disable();
  context.disable();
});

test('continues the trace of the caller, with the route and the status', async () => {
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  const sent = { event: 'login', account: { id: 'ana@example.com' } };
  await server.event(server.keys.test.secret, sent, { headers });
  const [span, ...others] = exporter.getFinishedSpans();
  assert.deepEqual(others, []);
  assert.ok(span !== undefined);
  assert.equal(span.name, 'POST /v1/events');
  assert.equal(span.kind, SpanKind.SERVER);
  assert.equal(span.spanContext().traceId, TRACE);
  assert.equal(span.parentSpanContext?.spanId, CALLER);
  assert.deepEqual(span.attributes, {
    'http.request.method': 'POST',
    'url.scheme': 'http',
    'http.route': '/v1/events',
    'http.response.status_code': 201,
  });
  assert.equal(span.status.code, SpanStatusCode.UNSET);
});

test('begins a trace without a caller, and names no path of an account or of an unknown route', async () => {
  const headers = { authorization: `Bearer ${server.keys.test.secret}` };
  await server.request({ url: `/v1/environments/${server.environments.test.id}/accounts/ana@example.com`, headers });
  await server.request({ url: '/v1/nothing/ana@example.com', headers });
  const [known, unknown] = exporter.getFinishedSpans();
  assert.equal(known?.parentSpanContext, undefined);
  assert.match(known?.name ?? '', /^GET \/v1\/environments\/:\w+\/accounts\/:\w+$/);
  assert.equal(known?.attributes['http.response.status_code'], 200);
  assert.equal(unknown?.name, 'GET');
  assert.equal(unknown?.attributes['http.response.status_code'], 404);
  for (const span of exporter.getFinishedSpans()) {
    assert.equal(span.status.code, SpanStatusCode.UNSET);
    assert.ok(!JSON.stringify([span.name, span.attributes]).includes('ana@example.com'));
  }
});

test('marks what the service failed to do, and is the parent of what happens within it', async () => {
  const failing = await startTestServer({
    routes: () => [],
  });
  failing.app.get('/inner', () => {
    trace.getTracer('test').startSpan('inner').end();
    throw new Error('on purpose');
  });
  await failing.app.inject('/inner');
  await failing.close();
  const [inner, outer] = exporter.getFinishedSpans();
  assert.equal(inner?.parentSpanContext?.spanId, outer?.spanContext().spanId);
  assert.equal(outer?.status.code, SpanStatusCode.ERROR);
  assert.equal(outer?.attributes['http.response.status_code'], 500);
  assert.equal(outer?.attributes['error.type'], 'internal_error');
});
