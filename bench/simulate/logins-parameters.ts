// The parameters from which a simulated login population is generated.

/** Parameters of the classes and habits that only extended populations have. */
export interface ExtendedMix {
  /** Share of phones among machines, and of iPhones among phones. */
  phones: number;
  iphones: number;
  /** Weights of `ALL_LOCALES`. */
  locales: readonly number[];
  /** Number of home providers, and the largest number of /16 networks of one (of a mobile carrier: `carrierPrefixes`). */
  providers: number;
  prefixes: number;
  carrierPrefixes: number;
  /** Share of accounts that join during the simulation. */
  joining: number;
  /** Event types, besides `mfa_passed`, that the customer's server reports with the secret key. */
  serverEvents: readonly string[];
  /** Share of accounts with a second factor; whether a new device alone asks for it; share of failures when honest. */
  secondFactorAccounts: number;
  asksOnNewDevice: boolean;
  secondFactorFails: number;
  /** Share of thieves who pass the second factor. */
  thievesPass: number;
  /** Share of visits without a session token, of honest people and attackers alike. */
  tokenMissing: number;
  /** Chances per visit of a page view, a payment, a sensitive change; share of payments that fail. */
  pageViews: number;
  payments: number;
  paymentFails: number;
  sensitive: number;
  /** Share of visits between midnight and 7:00. */
  night: number;
  /** Days from which every desktop Chrome and Edge has a new version that draws another canvas. */
  waves: readonly number[];
  /** Share of browsers whose user agent or interfaces are altered by their owner. */
  oddClients: number;
  /** Accounts shared by two or three households; iPhones with a private relay; families with a tablet; fleet and carrier accounts. */
  sharing: number;
  relay: number;
  tablets: number;
  fleet: number;
  carrier: number;
  /** Chance that a person travels during the counted days, and that the phone is replaced on the way. */
  travel: number;
  travelNewPhone: number;
  /** Share of tools that fill in forms like a person. */
  humanTools: number;
  /** Share of residential attackers' addresses that belong to a provider of the honest people. */
  localResidential: number;
  /** Mean time between residential attempts, ms. */
  residentialEvery: number;
  /** Campaigns by family. */
  attacks: Readonly<Record<ExtendedFamily, number>>;
}

/** Families of campaigns that only extended populations have. */
export const EXTENDED_FAMILIES = [
  'sim_swap',
  'residential_slow',
  'session_replay',
  'farm_emulator',
  'farm_phones',
  'card_testing_distributed',
  'device_borrowing',
  'returning_attacker',
] as const;
export type ExtendedFamily = (typeof EXTENDED_FAMILIES)[number];

export interface PopulationMix {
  seed: number;
  people: number;
  days: number;
  /** Days at the start that build up history and are not counted. */
  warmupDays: number;
  offices: number;
  officeShare: number;
  /** Mean logins a day. */
  rate: number;
  /** Weights of stable, cleared and private storage. */
  storage: readonly [number, number, number];
  /** Share of browsers with privacy tools. */
  privacyTools: number;
  /** Weights of the networks that visits come from. */
  networkWeights: { home: number; mobile: number; office: number; away: number };
  /** Chance that the home address has changed since the last visit. */
  renewal: number;
  /** Chance of mistakes before a login. */
  typos: number;
  /** Chance per day that a person gets a new device. */
  newDevice: number;
  /** Chance that a login from a new network or browser passes a second factor, confirmed by the customer's server. */
  secondFactor: number;
  /** Chance that a visit uses a shared kiosk. */
  kiosk: number;
  /** Interval of the uptime monitor's logins, ms. */
  monitorEvery: number;
  /** Whether the customer's server reports logins (with the browser's signals) instead of the browser. */
  server: boolean;
  /** Campaigns of each attack scenario over the counted days. */
  campaigns: number;
  /** Speed of campaigns; 1 is a few attempts per minute. */
  pace: number;
  /** Takeovers have only a few events each, so there are this many of each kind per campaign (8). */
  takeovers?: number;
  extended?: ExtendedMix;
}
