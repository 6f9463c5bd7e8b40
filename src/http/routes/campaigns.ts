// GET /v1/environments/{env}/campaigns and …/campaigns/{campaign}: stopped events that belong together.
import Type from 'typebox';
import { exportCase } from '../../flows/campaigns/export-case.ts';
import { type Campaign, listCampaigns, readCampaign } from '../../flows/campaigns/list-campaigns.ts';
import { nameAccounts } from '../../flows/campaigns/name-account.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { acceptedFormat } from '../lists/accepted-format.ts';
import { CSV } from '../lists/csv.ts';
import { TIME_FILTERS } from '../lists/event-query.ts';
import { streamResponse } from '../lists/export.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { NDJSON } from '../lists/ndjson.ts';
import { listSchema, PAGE_PARAMETERS } from '../lists/paging.ts';
import { completeSince, recentRange } from '../lists/recent-range.ts';
import { CampaignDetailSchema, CampaignSchema, campaignBody, campaignDetailBody } from '../schemas/campaign.ts';
import { CaseItemSchema, caseItem } from '../schemas/listed-event.ts';
import { CampaignPath, EnvironmentPath } from '../schemas/paths.ts';
import { closed, dataOf, named, oneOf } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const READ = { method: 'GET', tag: 'Investigation', credentials: ['secret', 'session'], permission: 'read' } as const;

const CampaignQuery = closed({
  ...TIME_FILTERS,
  min_events: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, default: 3, description: 'Groups of fewer events are left out.' }),
  ),
  unlabeled: Type.Optional(Type.Boolean({ description: 'Only groups with an event that has no label.' })),
  sort: Type.Optional(
    oneOf(['first_at', 'event_count', 'max_score'], {
      description: 'Newest first, most events first, or highest score first.',
      default: 'first_at',
    }),
  ),
  ...PAGE_PARAMETERS,
});

/** The rank of a campaign for each sort, highest first; by default the newest comes first. */
const RANKS = {
  first_at: undefined,
  event_count: ({ eventCount }: Campaign) => eventCount,
  max_score: ({ maxScore }: Campaign) => maxScore,
} as const;

export function campaignRoutes(services: Services): Route[] {
  return [listRoute(services), campaignRoute(services), eventsRoute(services)];
}

function listRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...READ,
    path: '/v1/environments/{env}/campaigns',
    operationId: 'listCampaigns',
    summary: 'List challenged and blocked events, grouped into campaigns',
    description:
      'Groups at most the newest 10,000 challenged and blocked events of the range, by default of the last seven days. ' +
      'Events are grouped by what they share, which `kind` names; nothing else is claimed. The header ' +
      '`Assay-Complete-Since` gives the time since which all events were grouped.',
    params: EnvironmentPath,
    query: CampaignQuery,
    responses: {
      200: {
        description: 'A page of campaigns.',
        body: listSchema(named(CampaignSchema), 'Campaigns.'),
        headers: { 'Assay-Complete-Since': 'All challenged and blocked events since this time were grouped.' },
      },
    },
    handler: async ({ caller, params, query }) => {
      const { limit: _, cursor: __, ...filter } = query;
      const range = recentRange(context, filter);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const options = { ...range, minEvents: filter.min_events ?? 3, unlabeled: filter.unlabeled ?? false };
      const found = await listCampaigns(context, environment, options);
      const identity = { list: 'campaigns', environment: params.env, filter };
      const path = `/v1/environments/${params.env}/campaigns`;
      const rank = RANKS[filter.sort ?? 'first_at'];
      const rows = inMemoryPage(services, identity, path, query, found.campaigns, (row) => row, { rank });
      const named = await nameAccounts(context, environment, rows.data);
      return { status: 200, body: { ...rows, data: named.map(campaignBody) }, headers: completeSince(found.from) };
    },
  });
}

function campaignRoute({ context }: Services): Route {
  return route({
    ...READ,
    path: '/v1/environments/{env}/campaigns/{campaign}',
    operationId: 'readCampaign',
    summary: 'Read the campaign of an event with the ids of its events',
    description:
      'The number of any challenged or blocked event names its campaign: `cmp_` and what follows `evt_`. Groups at most ' +
      'the 5,000 such events before and after it.',
    params: CampaignPath,
    responses: { 200: { description: 'The campaign.', body: dataOf(named(CampaignDetailSchema)) } },
    handler: async ({ caller, params }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const campaign = await readCampaign(context, environment, params.campaign);
      return { status: 200, body: { data: campaignDetailBody(campaign) } };
    },
  });
}

const CampaignEventsQuery = closed({
  format: Type.Optional(oneOf(['ndjson', 'csv'], { description: 'One event per line, or CSV.', default: 'ndjson' })),
  let_through: Type.Optional(Type.Boolean({ description: 'Also the events that were let through.' })),
});

/** A case for a colleague: every event of a campaign, without the evidence that only an event's detail shows. */
function eventsRoute({ context }: Services): Route {
  return route({
    ...READ,
    path: '/v1/environments/{env}/campaigns/{campaign}/events',
    operationId: 'exportCampaignEvents',
    summary: 'Export the events of a campaign, oldest first',
    description:
      'A stream of newline-delimited JSON or CSV; addresses are masked. `let_through` adds the allowed and monitored events ' +
      'of its devices and fingerprints. ' +
      'Each event has the notes on it, its account and its device.',
    params: CampaignPath,
    query: CampaignEventsQuery,
    responses: {
      200: { description: 'One event per line.', body: Type.String(), type: NDJSON, streamed: [CSV] },
    },
    handler: async ({ caller, params, query, http }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { events, letThrough } = await readCampaign(context, environment, params.campaign);
      const ids = [...events.map(({ id }) => id), ...(query.let_through === true ? letThrough : [])];
      const pages = exportCase(context, environment, ids);
      const stream = query.format ?? acceptedFormat(http, ['ndjson', 'csv']);
      return streamResponse(stream, http, pages, CaseItemSchema, caseItem);
    },
  });
}
