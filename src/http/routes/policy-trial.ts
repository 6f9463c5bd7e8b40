// Tries out policies: the simulator and the backtest. Only with a dashboard session.
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type BacktestStep, backtestPolicy, draftPolicy } from '../../flows/policy/backtest-policy.ts';
import { simulatePolicy } from '../../flows/policy/simulate-policy.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { loggedError } from '../../vocabulary/logged-error.ts';
import { parseTimeRange } from '../input/time.ts';
import { acceptedFormat } from '../lists/accepted-format.ts';
import { NDJSON, textStream } from '../lists/ndjson.ts';
import { BacktestBody, BacktestSchema, backtestBody } from '../schemas/backtest.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { SimulationBody, SimulationSchema, simulationBody, simulationOf } from '../schemas/simulation.ts';
import { HttpProblem } from '../server/problem.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Policy', credentials: ['session'], permission: 'simulate_policy' } as const;

export function policyTrialRoutes(services: Services): Route[] {
  return [simulateRoute(services), backtestRoute(services)];
}

function simulateRoute({ context }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/environments/{env}/policy/simulate',
    operationId: 'simulatePolicy',
    summary: 'Evaluate the active policy on a hypothetical event',
    description: 'Creates no event, no assessment and no outcome.',
    params: EnvironmentPath,
    body: SimulationBody,
    responses: { 200: { description: 'What the policy would decide.', body: dataOf(SimulationSchema) } },
    handler: async ({ caller, params, body }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const result = await simulatePolicy(context, environment, simulationOf(body));
      return { status: 200, body: { data: simulationBody(result) } };
    },
  });
}

function backtestRoute({ context }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/environments/{env}/policy/backtest',
    operationId: 'backtestPolicy',
    summary: 'Try a draft policy on recorded assessments',
    description:
      `With Accept: ${NDJSON}, the response is a stream of lines: {"type":"progress","done","total"} at intervals, and at ` +
      'the end {"type":"result","data"} or {"type":"error","detail"}. Closing the connection cancels the backtest. Nothing ' +
      'is stored.',
    params: EnvironmentPath,
    body: BacktestBody,
    errorStatuses: [408],
    responses: {
      200: { description: 'What would change.', body: dataOf(named(BacktestSchema)), streamed: [NDJSON] },
    },
    handler: async ({ caller, params, body, http }) => {
      const range = parseTimeRange(body, '/');
      const environment = await findEnvironment(context, caller.environments, params.env);
      const draft = await draftPolicy(context, environment, body);
      const steps = backtestPolicy(context, environment, draft, range);
      if (acceptedFormat(http, ['json', 'ndjson']) === 'ndjson') {
        return { status: 200, type: NDJSON, body: textStream(linesOf(steps, http)) };
      }
      for await (const step of steps) {
        if ('result' in step) return { status: 200, body: { data: backtestBody(step.result) } };
        if (isClosed(http.raw.socket)) break;
      }
      throw new HttpProblem(408, 'cancelled', 'The client closed the connection.');
    },
  });
}

/** A client that ends its connection closes its sending side first, and the rest only shows when something is sent to it. */
function isClosed({ destroyed, readableEnded }: Socket): boolean {
  return destroyed || readableEnded;
}

/** The headers are sent before the first row is read, so a later failure can only become the last line. */
async function* linesOf(
  steps: AsyncIterable<BacktestStep>,
  { id, log }: Pick<FastifyRequest, 'id' | 'log'>,
): AsyncGenerator<string> {
  try {
    for await (const step of steps) {
      const line =
        'result' in step ? { type: 'result', data: backtestBody(step.result) } : { type: 'progress', ...step };
      yield `${JSON.stringify(line)}\n`;
    }
  } catch (error) {
    log.error({ request_id: id, error: loggedError(error) }, 'backtest failed');
    yield `${JSON.stringify({ type: 'error', detail: 'The backtest failed before it was complete.' })}\n`;
  }
}
