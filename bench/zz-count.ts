import pg from 'pg';
import { recordEvent } from '../src/flows/record-event.ts';
import { openPostgres } from '../src/storage/postgres/open.ts';
import { startPostgres } from '../test/postgres.ts';
import { prepare } from './recorded-events.ts';
const server = await startPostgres({});
const store = await openPostgres({ url: server.url });
const { environment, context, inputs } = await prepare(store, { devices: 300, seed: 11 }, 900);
const log: string[][] = []; let cur: string[] = [];
const orig = pg.Client.prototype.query as any; const t = new Map<string, [number, number]>();
(pg.Client.prototype as any).query = function (this: any, ...a: any[]) { const text = (a[0]?.text ?? a[0]) as string; cur.push((a[0]?.name ?? '') + ' ' + text.replace(/\s+/g, ' ').slice(0, 60) + ' … ' + (text.match(/r\d+\b|w\d+ AS/g)?.length ?? 1) + ' v' + (a[0]?.values?.length ?? 0)); const s = performance.now(); const r = orig.apply(this, a); r?.then?.(() => { const k = text.slice(0, 200); const e = t.get(k) ?? [0, 0]; e[0]++; e[1] += performance.now() - s; t.set(k, e); }, () => {}); return r; };
for (const input of inputs) { cur = []; await recordEvent(context, environment, input); log.push(cur); }
console.log('avg queries', log.reduce((a, b) => a + b.length, 0) / log.length);
console.log('NEW', log[5]); console.log('RET', log[899]);
const names = new Set(log.flat().map((x) => x.split(' ')[0])); console.log('distinct prepared', names.size);
for (const [k, [n, ms]] of [...t].sort((a, b) => b[1][1] - a[1][1]).slice(0, 12)) console.log((ms / n).toFixed(2), n, k.replace(/\s+/g, ' ').slice(0, 150));
await store.close(); await server.stop();
