// The status of every route for each kind of credential, when requesting resources of the first organization's test
// environment. Written by hand and never derived from the declarations that it checks.

/** The callers, in the order of the columns. */
export const COLUMNS = [
  'none',
  'garbage',
  'public', // key of this environment
  'secret', // key of this environment
  'other', // secret key of the organization's other environment
  'foreign', // secret key of another organization
  'revoked', // secret key of this environment, revoked
  'owner',
  'admin',
  'analyst',
  'viewer',
  'stranger', // session of an owner of another organization
  'expired', // session of an owner
] as const;
export type Column = (typeof COLUMNS)[number];

/** HEAD has the status of its GET. A stranger's 200 returns or changes the stranger's own organization. */
const TABLE = `
                                                         none garb publ secr othe fore revo ownr admn anal view stra expi
POST /v1/events                                           401  401  201  201  201  201  401  401  401  401  401  401  401
GET /v1/events/{event}                                    401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/events/{event}/assessment                         401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/events                         401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/risk-assessments               401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/overview                       401  401  401  401  401  401  401  200  200  200  200  403  401
GET /v1/environments/{env}/trends                         401  401  401  401  401  401  401  200  200  200  200  403  401
GET /v1/environments/{env}/integration                    401  401  401  401  401  401  401  200  200  200  200  403  401
GET /v1/environments/{env}/network                        401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/network/{network}              401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/network/{network}/accounts     401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/network/{network}/activity     401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/network/{network}/devices      401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/search                         401  401  401  401  401  401  401  200  200  200  200  403  401
GET /v1/environments/{env}/links                          401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/accounts                       401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/devices                        401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/devices/{device}                                  401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/devices/{device}/events                           401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/devices/{device}/accounts                         401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/devices/{device}/signals                          401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/devices/{device}/compare/{other}                  401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/devices/{device}/resolutions                      401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/accounts/{externalAccountId}/devices 401 401 401 200 403 403 401 200 200 200 200 403 401
GET /v1/environments/{env}/accounts/{externalAccountId}/timeline 401 401 401 200 403 403 401 200 200 200 200 403 401
GET /v1/environments/{env}/accounts/{externalAccountId}/networks 401 401 401 200 403 403 401 200 200 200 200 403 401
GET /v1/environments/{env}/accounts/{externalAccountId} 401 401 401 200 403 403 401 200 200 200 200 403 401
POST /v1/devices/{device}/trust                           401  401  401  401  401  401  401  200  200  200  403  403  401
DELETE /v1/devices/{device}/trust                         401  401  401  401  401  401  401  200  200  200  403  403  401
POST /v1/events/{event_id}/outcome                        401  401  401  201  403  403  401  201  201  201  403  403  401
GET /v1/events/{event_id}/outcomes                        401  401  401  200  403  403  401  200  200  200  200  403  401
POST /v1/environments/{env}/outcome-batches               401  401  401  401  401  401  401  201  201  201  403  403  401
DELETE /v1/environments/{env}/outcome-batches/{batch}     401  401  401  401  401  401  401  200  200  200  403  403  401
GET /v1/environments/{env}/campaigns                      401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/let-through                    401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/events/count                   401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/campaigns/{campaign}           401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/campaigns/{campaign}/events    401  401  401  200  403  403  401  200  200  200  200  403  401
GET /v1/environments/{env}/policy                         401  401  401  401  401  401  401  200  200  200  200  403  401
PUT /v1/environments/{env}/policy/thresholds              401  401  401  401  401  401  401  200  200  403  403  403  401
POST /v1/environments/{env}/policy/rules                  401  401  401  401  401  401  401  201  201  403  403  403  401
PATCH /v1/policy/rules/{id}                               401  401  401  401  401  401  401  200  200  403  403  403  401
DELETE /v1/policy/rules/{id}                              401  401  401  401  401  401  401  204  204  403  403  403  401
GET /v1/environments/{env}/policy/versions                401  401  401  401  401  401  401  200  200  200  200  403  401
GET /v1/environments/{env}/policy/versions/{n}            401  401  401  401  401  401  401  200  200  200  200  403  401
POST /v1/environments/{env}/policy/versions/{n}/restore   401  401  401  401  401  401  401  200  200  403  403  403  401
POST /v1/environments/{env}/policy/simulate               401  401  401  401  401  401  401  200  200  200  403  403  401
POST /v1/environments/{env}/policy/backtest               401  401  401  401  401  401  401  200  200  200  403  403  401
GET /v1/environments/{env}/policy/quality                 401  401  401  401  401  401  401  200  200  200  200  403  401
GET /v1/environments/{env}/webhooks                       401  401  401  401  401  401  401  200  200  200  200  403  401
POST /v1/environments/{env}/webhooks                      401  401  401  401  401  401  401  201  201  403  403  403  401
PATCH /v1/webhooks/{id}                                   401  401  401  401  401  401  401  200  200  403  403  403  401
DELETE /v1/webhooks/{id}                                  401  401  401  401  401  401  401  204  204  403  403  403  401
POST /v1/webhooks/{id}/rotate-secret                      401  401  401  401  401  401  401  200  200  403  403  403  401
POST /v1/webhooks/{id}/test                               401  401  401  401  401  401  401  202  202  403  403  403  401
GET /v1/webhooks/{id}/deliveries                          401  401  401  401  401  401  401  200  200  200  200  403  401
GET /v1/webhooks/{id}/deliveries/{wh_evt}                 401  401  401  401  401  401  401  200  200  200  200  403  401
POST /v1/webhooks/{id}/redeliver-failed                   401  401  401  401  401  401  401  202  202  403  403  403  401
POST /v1/webhooks/{id}/deliveries/{wh_evt}/redeliver      401  401  401  401  401  401  401  202  202  403  403  403  401
GET /v1/environments/{env}/alerts                         401  401  401  401  401  401  401  200  200  200  200  403  401
GET /v1/environments/{env}/alert-rules                    401  401  401  401  401  401  401  200  200  200  200  403  401
POST /v1/environments/{env}/alert-rules                   401  401  401  401  401  401  401  201  201  201  403  403  401
PATCH /v1/environments/{env}/alert-rules/{rule}           401  401  401  401  401  401  401  200  200  200  403  403  401
DELETE /v1/environments/{env}/alert-rules/{rule}          401  401  401  401  401  401  401  204  204  204  403  403  401
GET /v1/environments/{env}/alert-channels                 401  401  401  401  401  401  401  200  200  200  200  403  401
POST /v1/environments/{env}/alert-channels                401  401  401  401  401  401  401  201  201  403  403  403  401
DELETE /v1/environments/{env}/alert-channels/{channel}    401  401  401  401  401  401  401  204  204  403  403  403  401
POST /v1/environments/{env}/alert-channels/{channel}/test 401  401  401  401  401  401  401  200  200  403  403  403  401
GET /v1/events/{event}/notes                              401  401  401  200  403  403  401  200  200  200  200  403  401
POST /v1/events/{event}/notes                             401  401  401  401  401  401  401  201  201  201  403  403  401
GET /v1/devices/{device}/notes                            401  401  401  200  403  403  401  200  200  200  200  403  401
POST /v1/devices/{device}/notes                           401  401  401  401  401  401  401  201  201  201  403  403  401
GET /v1/environments/{env}/accounts/{externalAccountId}/notes 401 401 401 200 403 403 401 200 200 200 200 403 401
POST /v1/environments/{env}/accounts/{externalAccountId}/notes 401 401 401 401 401 401 401 201 201 201 403 403 401
PATCH /v1/environments/{env}/notes/{note}                 401  401  401  401  401  401  401  200  200  200  403  403  401
DELETE /v1/environments/{env}/notes/{note}                401  401  401  401  401  401  401  204  204  204  403  403  401
PUT /v1/events/{event}/assignee                           401  401  401  401  401  401  401  200  200  200  403  403  401
POST /v1/environments/{env}/assignments                   401  401  401  401  401  401  401  200  200  200  403  403  401
GET /v1/environments/{env}/views                          401  401  401  401  401  401  401  200  200  200  200  403  401
POST /v1/environments/{env}/views                         401  401  401  401  401  401  401  201  201  201  403  403  401
PATCH /v1/environments/{env}/views/{view}                 401  401  401  401  401  401  401  200  200  200  403  403  401
DELETE /v1/environments/{env}/views/{view}                401  401  401  401  401  401  401  204  204  204  403  403  401
POST /v1/auth/login                                       200  200  401  200  200  200  200  200  200  200  200  200  200
POST /v1/auth/logout                                      401  401  401  401  401  401  401  204  204  204  204  204  401
GET /v1/auth/session                                      401  401  401  401  401  401  401  200  200  200  200  200  401
POST /v1/auth/password                                    401  401  401  401  401  401  401  200  200  200  200  200  401
GET /v1/auth/sessions                                     401  401  401  401  401  401  401  200  200  200  200  200  401
DELETE /v1/auth/sessions/{id}                             401  401  401  401  401  401  401  204  204  204  204  403  401
POST /v1/auth/totp                                        401  401  401  401  401  401  401  200  200  200  200  200  401
POST /v1/auth/totp/confirm                                401  401  401  401  401  401  401  200  200  200  200  200  401
DELETE /v1/auth/totp                                      401  401  401  401  401  401  401  204  204  204  204  204  401
GET /v1/members                                           401  401  401  401  401  401  401  200  200  200  200  200  401
POST /v1/members                                          401  401  401  401  401  401  401  201  403  403  403  201  401
POST /v1/members/{id}/link                                401  401  401  401  401  401  401  201  403  403  403  403  401
PATCH /v1/members/{id}                                    401  401  401  401  401  401  401  200  403  403  403  403  401
DELETE /v1/members/{id}                                   401  401  401  401  401  401  401  204  403  403  403  403  401
POST /v1/invitations/accept                               200  200  401  200  200  200  200  200  200  200  200  200  200
GET /v1/environments                                      401  401  401  401  401  401  401  200  200  200  200  200  401
POST /v1/environments                                     401  401  401  401  401  401  401  201  201  403  403  201  401
PATCH /v1/environments/{env}                              401  401  401  401  401  401  401  200  200  403  403  403  401
GET /v1/environments/{env}/keys                           401  401  401  401  401  401  401  200  200  200  200  403  401
POST /v1/environments/{env}/keys                          401  401  401  401  401  401  401  201  201  403  403  403  401
GET /v1/auth/key                                          401  401  401  200  200  200  401  401  401  401  401  401  401
DELETE /v1/keys/{id}                                      401  401  401  401  401  401  401  204  204  403  403  403  401
POST /v1/environments/{env}/accounts/{externalAccountId}/erase 401 401 401 401 401 401 401 200 200 403 403 403 401
GET /v1/audit                                             401  401  401  401  401  401  401  200  200  200  200  200  401
GET /healthz                                              200  200  200  200  200  200  200  200  200  200  200  200  200
GET /readyz                                               200  200  200  200  200  200  200  200  200  200  200  200  200
GET /metrics                                              200  200  200  200  200  200  200  200  200  200  200  200  200
GET /openapi.json                                         200  200  200  200  200  200  200  200  200  200  200  200  200
`;

/** Route (`GET /v1/…`) to the expected status of each column. */
export const ROWS: ReadonlyMap<string, Readonly<Record<Column, number>>> = new Map(
  TABLE.trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [method, path, ...statuses] = line.trim().split(/\s+/);
      const row = COLUMNS.map((column, at) => [column, Number(statuses[at])]);
      if (statuses.length !== COLUMNS.length) throw new Error(`${method} ${path} has ${statuses.length} columns`);
      return [`${method} ${path}`, Object.fromEntries(row) as Record<Column, number>];
    }),
);
