// GET /v1/events/{event}/assessment; with ?compare=current also what the active policy would decide (a simulation).
import Type from 'typebox';
import { allows } from '../../access/permission.ts';
import type { Caller } from '../../flows/auth/authenticate.ts';
import { readAssessment } from '../../flows/events/read-assessment.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { ComparedAssessmentSchema, comparedAssessmentBody } from '../schemas/listed-event.ts';
import { EventPath } from '../schemas/paths.ts';
import { closed, dataOf, named, oneOf } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

export function assessmentRoutes({ context }: Services): Route[] {
  const assessment = route({
    method: 'GET',
    path: '/v1/events/{event}/assessment',
    operationId: 'readRiskAssessment',
    tag: 'Investigation',
    summary: 'Read the assessment of an event and compare it with the active policy',
    description:
      'With compare=current, evaluates the active policy on the recorded facts: a simulation that stores nothing and ' +
      'changes no decision. Like the simulator, this requires a dashboard session whose role may simulate.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EventPath,
    query: closed({ compare: Type.Optional(oneOf(['current'])) }),
    responses: { 200: { description: 'The assessment.', body: dataOf(named(ComparedAssessmentSchema)) } },
    handler: async ({ caller, params, query }) => {
      const compare = query.compare === 'current';
      if (compare) checkMaySimulate(caller);
      const assessment = await readAssessment(context, caller.environments, params.event, compare);
      return { status: 200, body: { data: comparedAssessmentBody(assessment) } };
    },
  });
  return [assessment];
}

function checkMaySimulate(caller: Caller): void {
  if (caller.kind !== 'session') {
    const detail = `A ${caller.kind} key cannot simulate: compare=current requires a dashboard session.`;
    throw new Failure('unauthenticated', 'credential_not_accepted', detail);
  }
  if (allows(caller.member.role, 'simulate_policy')) return;
  throw new Failure('forbidden', 'role_not_allowed', `The role ${caller.member.role} does not allow simulations.`);
}
