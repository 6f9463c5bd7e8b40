// A desktop and a phone as browsers report them, and the devices and recognition inputs built from them for tests.

import type { ResolveInput } from '../../src/devices/candidates.ts';
import type { CandidatePool, DeviceRecord, IdOwner, Observation, Resolution } from '../../src/devices/observation.ts';
import { observe } from '../../src/devices/observe.ts';
import { resolveAmong, resolveById } from '../../src/devices/resolve.ts';
import { DAY } from '../../src/vocabulary/clock.ts';

export const NOW = Date.UTC(2026, 2, 10, 12);
export const HOME = '81.2.69.0/24';
export const ELSEWHERE = '45.83.1.0/24';
/** Persistent ids in the SDK's format. */
export const OWN_ID = '3f1d0c9b8a7e6d5c4b3a29181706f5e4';
export const FRESH_ID = '90a1b2c3d4e5f60718293a4b5c6d7e8f';

type Signals = Record<string, unknown>;

const DESKTOP: Signals = {
  user_agent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
  platform: 'Win32',
  vendor: 'Google Inc.',
  languages: ['pl-PL', 'pl', 'en'],
  timezone: 'Europe/Warsaw',
  screen: { width: 2560, height: 1440, avail_width: 2560, avail_height: 1392, color_depth: 24, pixel_ratio: 1.25 },
  hardware_concurrency: 20,
  device_memory: 32,
  max_touch_points: 0,
  webgl_vendor: 'Google Inc. (NVIDIA)',
  webgl_renderer: 'ANGLE (NVIDIA, NVIDIA GeForce RTX 4080 (0x00002704) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  webgl_hash: 'b1',
  canvas_hash: 'c1',
  audio_hash: 'a1',
  math_hash: 'm1',
  fonts: ['Agency FB', 'Calibri', 'Marlett', 'Ogham Sans', 'Segoe UI Light'],
  plugins: ['PDF Viewer'],
  cookies_enabled: true,
  local_storage: true,
  indexed_db: true,
};

const PHONE: Signals = {
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.3 Mobile/15E148 Safari/604.1',
  platform: 'iPhone',
  vendor: 'Apple Computer, Inc.',
  languages: ['en-US'],
  timezone: 'Europe/London',
  screen: { color_depth: 24, pixel_ratio: 3 },
  hardware_concurrency: 4,
  max_touch_points: 5,
  webgl_vendor: 'Apple Inc.',
  webgl_renderer: 'Apple GPU',
  webgl_hash: 'apple',
  math_hash: 'apple',
  fonts: ['Gill Sans', 'Helvetica Neue', 'Menlo'],
  plugins: ['PDF Viewer'],
  cookies_enabled: true,
};

/** A desktop's signals, with an id unless it is null, and with `changes` applied. */
export function desktop(id: string | null, changes: Signals = {}): Signals {
  return { ...DESKTOP, ...(id === null ? {} : { persistent_id: id }), ...changes };
}

export function phone(id: string | null, changes: Signals = {}): Signals {
  return { ...PHONE, ...(id === null ? {} : { persistent_id: id }), ...changes };
}

export function seen(signals: Signals | null): Observation {
  return observe({ signals, userAgentHeader: null });
}

/** A device created by `signals`, seen for ten days at home, last an hour ago. */
export function deviceOf(signals: Signals, changes: Partial<DeviceRecord> = {}): DeviceRecord {
  return {
    id: 'dev_1',
    isTrusted: false,
    trustedAt: null,
    firstProofAt: null,
    provisional: false,
    profile: seen(signals).profile,
    firstSeenAt: NOW - 10 * DAY,
    lastSeenAt: NOW - DAY / 24,
    eventCount: 12,
    accountCount: 1,
    networks: [HOME, '62.8.40.0/24', '109.40.3.0/24'],
    ...changes,
  };
}

export interface ResolveCase {
  signals: Signals | null;
  /** The device that owns the presented id. */
  idOwner?: DeviceRecord | null;
  /** What storage records about the presented id. */
  idState?: Partial<IdOwner>;
  usedByAccount?: boolean;
  provenByAccount?: boolean;
  /** Devices on which the account was named. */
  own?: readonly DeviceRecord[];
  /** When the account proved itself on them, by default never. */
  accountProofAt?: number | null;
  /** The same by what the server reported, by default never. */
  accountServerProofAt?: number | null;
  /** Devices that share a key, of other accounts. */
  others?: readonly DeviceRecord[];
  narrow?: string | null;
  knownToAccount?: boolean;
  onlyClaims?: boolean;
  accountKey?: string | null;
  crowdedKeys?: readonly number[];
  deviceCount?: number;
}

/** The case as the resolver receives it, without its candidates. */
export function input(given: ResolveCase): ResolveInput {
  const { idOwner = null, narrow = HOME, accountKey = 'account' } = given;
  return {
    observation: seen(given.signals),
    idOwner:
      idOwner === null
        ? null
        : {
            device: idOwner,
            usedByAccount: given.usedByAccount ?? true,
            ...(given.provenByAccount === undefined ? {} : { provenByAccount: given.provenByAccount }),
            id: {
              deviceId: idOwner.id,
              cloned: false,
              conflicts: 0,
              lastSeenAt: idOwner.lastSeenAt,
              ...given.idState,
            },
          },
    at: NOW,
    network: { narrow, knownToAccount: given.knownToAccount ?? narrow === HOME },
    accountKey,
    onlyClaims: given.onlyClaims ?? false,
  };
}

/** Resolves as the service does: first by the id alone, then among candidates. */
export function resolve(given: ResolveCase): Resolution {
  const { own = [], others = [], accountProofAt = null, accountServerProofAt = null } = given;
  const pool: CandidatePool = {
    candidates: [
      ...own.map((device) => ({ device, accountProofAt, accountServerProofAt, keys: [] })),
      ...others.map((device) => ({ device, accountProofAt: undefined, accountServerProofAt: null, keys: [1] })),
    ],
    crowdedKeys: given.crowdedKeys ?? [],
    deviceCount: given.deviceCount ?? 10_000,
    frequencies: new Map(),
  };
  const event = input(given);
  return resolveById(event) ?? resolveAmong({ ...event, pool });
}
