// The parameters of the simulated login populations, which differ from each other and from the development data.
import { MINUTE } from '../../src/vocabulary/clock.ts';

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
}

export const MIXES: Readonly<Record<string, PopulationMix>> = {
  /** A shop, never used for tuning: few logins, long gaps, much cleared storage, travelers, quick attacks on a small site. */
  shop: {
    seed: 90_125,
    people: 1300,
    days: 32,
    warmupDays: 16,
    offices: 6,
    officeShare: 0.25,
    rate: 0.3,
    storage: [84, 12, 4],
    privacyTools: 0.02,
    networkWeights: { home: 60, mobile: 24, office: 30, away: 5 },
    renewal: 0.03,
    typos: 0.15,
    newDevice: 0.006,
    secondFactor: 0.7,
    kiosk: 0.002,
    monitorEvery: 120 * MINUTE,
    server: false,
    campaigns: 3,
    pace: 1,
  },
  /** A bank, never used for tuning: its server reports logins and asks for a second factor; home and carrier networks, slow attacks. */
  bank: {
    seed: 3_141,
    people: 1000,
    days: 30,
    warmupDays: 12,
    offices: 8,
    officeShare: 0.35,
    rate: 0.5,
    storage: [90, 6, 4],
    privacyTools: 0.025,
    networkWeights: { home: 55, mobile: 40, office: 25, away: 2 },
    renewal: 0.08,
    typos: 0.06,
    newDevice: 0.003,
    secondFactor: 0.95,
    kiosk: 0.0005,
    monitorEvery: 30 * MINUTE,
    server: true,
    campaigns: 4,
    pace: 0.7,
  },
  /** A consumer site with browser-reported logins only: phones, carriers, private windows, fast attacks. */
  consumer: {
    seed: 20_261,
    people: 900,
    days: 30,
    warmupDays: 14,
    offices: 4,
    officeShare: 0.1,
    rate: 0.6,
    storage: [86, 8, 6],
    privacyTools: 0.03,
    networkWeights: { home: 58, mobile: 36, office: 20, away: 2 },
    renewal: 0.05,
    typos: 0.12,
    newDevice: 0.004,
    secondFactor: 0.5,
    kiosk: 0.004,
    monitorEvery: 60 * MINUTE,
    server: false,
    campaigns: 4,
    pace: 1.4,
  },
  /** A business service whose server reports logins: desktops, offices, fixed lines, slow attacks. */
  business: {
    seed: 777,
    people: 700,
    days: 35,
    warmupDays: 14,
    offices: 12,
    officeShare: 0.7,
    rate: 0.9,
    storage: [93, 5, 2],
    privacyTools: 0.015,
    networkWeights: { home: 35, mobile: 12, office: 60, away: 3 },
    renewal: 0.01,
    typos: 0.08,
    newDevice: 0.002,
    secondFactor: 0.9,
    kiosk: 0.001,
    monitorEvery: 30 * MINUTE,
    server: true,
    campaigns: 3,
    pace: 0.5,
  },
};
