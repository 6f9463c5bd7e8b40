// An index in memory.
import { keepDevice } from '../src/devices/keep.ts';
import { parseAddress } from '../src/devices/network.ts';
import type { CandidatePool, DeviceRecord } from '../src/devices/observation.ts';
import { observe } from '../src/devices/observe.ts';
import { resolveAmong, resolveById } from '../src/devices/resolve.ts';
import type { Answer } from './evaluate-devices-metrics.ts';

export class Memory {
  devices = new Map<string, any>();
  ids = new Map<string, any>();
  keys = new Map<string, Set<string>>();
  freq = new Map<string, number>();
  accounts = new Map<string, string[]>();
  count = 0;
  options: any;
  times: number[] = [];
  reads = 0;
  constructor(options: any = {}) {
    this.options = options;
  }
  resolve(ev: any): Answer & { resolution: any } {
    const at = Date.parse(ev.occurred_at);
    const o = observe({ signals: ev.signals ?? null, userAgentHeader: ev.user_agent ?? null });
    const addr = ev.ip_address ? parseAddress(ev.ip_address) : null;
    const narrow = this.options.noNetwork ? null : addr && addr.classification === 'public' ? addr.narrow : null;
    const account = ev.account?.id ?? null;
    const held = o.persistentId ? this.ids.get(o.persistentId) : undefined;
    const accDevs = account ? (this.accounts.get(account) ?? []) : [];
    const holder = held
      ? {
          id: { ...held, lastSeenAt: this.devices.get(held.deviceId).lastSeenAt },
          device: this.devices.get(held.deviceId) as DeviceRecord,
          usedByAccount: account === null ? null : accDevs.includes(held.deviceId),
        }
      : null;
    const knownToAccount = narrow !== null && accDevs.some((d) => this.devices.get(d).networks.includes(narrow));
    const input = { observation: o, holder, at, network: { narrow, knownToAccount }, accountKey: account };
    const t0 = performance.now();
    let r = resolveById(input);
    if (r === null) {
      const cand = new Map<string, any>();
      if (!this.options.noAccount)
        for (const d of accDevs.slice(-16)) cand.set(d, { device: this.devices.get(d), fromAccount: true, keys: [] });
      const crowded: number[] = [];
      for (const k of o.keys) {
        const set = this.keys.get(`${k.kind}${k.digest}`);
        if (!set) continue;
        if (set.size > 64) {
          crowded.push(k.kind);
          continue;
        }
        for (const d of set)
          if (cand.size < 256 && !cand.has(d))
            cand.set(d, { device: this.devices.get(d), fromAccount: false, keys: [k.kind] });
      }
      const pool: CandidatePool = {
        candidates: [...cand.values()],
        crowdedKeys: crowded,
        deviceCount: Math.max(1, this.count),
        frequencies: this.options.noFrequencies
          ? new Map()
          : new Map(o.frequencyKeys.map((k) => [k, this.freq.get(k) ?? 0])),
      };
      r = resolveAmong({ ...input, pool });
    }
    this.times.push(performance.now() - t0);
    const kept = keepDevice(r, o, narrow);
    if (this.options.noProvisional) {
      kept.provisional = false;
      if (r.device === null) {
        kept.addKeys = [...o.keys];
        kept.countFrequencies = [...o.frequencyKeys];
      }
    }
    let device: any;
    if (r.device === null) {
      device = {
        id: `d${String(this.devices.size).padStart(7, '0')}`,
        isTrusted: false,
        trustedAt: null,
        provisional: kept.provisional,
        profile: kept.profile,
        previousProfile: null,
        firstSeenAt: at,
        lastSeenAt: at,
        eventCount: 1,
        accountCount: 1,
        networks: kept.networks ?? [],
      };
      this.devices.set(device.id, device);
      this.count += kept.provisional ? 0 : 1;
    } else {
      device = {
        ...r.device,
        provisional: kept.provisional,
        lastSeenAt: at,
        eventCount: r.device.eventCount + 1,
        networks: kept.networks ?? r.device.networks,
      };
      if (r.device.provisional && !kept.provisional) this.count += 1;
      if (kept.profile) {
        device.previousProfile = r.device.profile;
        device.profile = kept.profile;
      }
      if (this.options.trust) device.isTrusted = true;
      this.devices.set(device.id, device);
    }
    for (const k of kept.addKeys) {
      const id = `${k.kind}${k.digest}`;
      const s = this.keys.get(id) ?? new Set();
      s.add(device.id);
      this.keys.set(id, s);
    }
    for (const k of kept.countFrequencies) this.freq.set(k, (this.freq.get(k) ?? 0) + 1);
    if (kept.attachId) this.ids.set(kept.attachId, { deviceId: device.id, cloned: false, conflicts: 0 });
    if (kept.refuteId) {
      const h = this.ids.get(kept.refuteId.persistentId);
      h.conflicts += 1;
      h.cloned ||= kept.refuteId.cloned;
    }
    if (account) {
      const list = (this.accounts.get(account) ?? []).filter((d) => d !== device.id);
      list.push(device.id);
      this.accounts.set(account, list);
    }
    return {
      deviceId: device.id,
      created: r.device === null,
      method: r.method,
      confidence: r.confidence,
      candidateCount: r.candidateCount,
      resolution: r,
    };
  }
}
