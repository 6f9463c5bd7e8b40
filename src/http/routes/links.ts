// GET /v1/environments/{env}/links: what was seen together with an account, a device or a network.
import Type from 'typebox';
import { type LinkStart, readLinks } from '../../flows/links/read-links.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { LinksSchema, linksBody } from '../schemas/links.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { closed, dataOf, MAX_ACCOUNT_ID_LENGTH, MAX_ID_LENGTH, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const text = (maxLength: number, options: { description: string; examples?: string[] }) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, ...options }));
const LinksQuery = closed({
  account_id: text(MAX_ACCOUNT_ID_LENGTH, { description: "The customer's own account id.", examples: ['u_1'] }),
  device_id: text(MAX_ID_LENGTH, { description: 'Device id.' }),
  network: text(MAX_ID_LENGTH, { description: 'Network id, prefix net_.' }),
});

export function linkRoutes({ context }: Services): Route[] {
  const links = route({
    method: 'GET',
    path: '/v1/environments/{env}/links',
    operationId: 'readLinks',
    tag: 'Investigation',
    summary: 'Read which accounts, devices and networks were seen together, to two steps',
    description:
      'Exactly one parameter names the start. Follows at most 20 neighbors of each kind from the start and 5 from each of ' +
      'those: what an account has proven first, then what the server reported. Other networks come from the newest 300 events.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EnvironmentPath,
    query: LinksQuery,
    responses: { 200: { description: 'The neighborhood.', body: dataOf(named(LinksSchema)) } },
    handler: async ({ caller, params, query }) => {
      const starts: LinkStart[] = [
        ...(query.account_id === undefined ? [] : [{ accountId: query.account_id }]),
        ...(query.device_id === undefined ? [] : [{ deviceId: query.device_id }]),
        ...(query.network === undefined ? [] : [{ networkId: query.network }]),
      ];
      const [start, ...others] = starts;
      if (start === undefined || others.length > 0) throw invalid(ONE_START);
      const environment = await findEnvironment(context, caller.environments, params.env);
      return { status: 200, body: { data: linksBody(await readLinks(context, environment, start)) } };
    },
  });
  return [links];
}

const ONE_START = {
  pointer: 'account_id',
  code: 'one_start',
  detail: 'Exactly one of account_id, device_id and network is required.',
} as const;
