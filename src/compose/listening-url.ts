// The address of the service when ASSAY_PUBLIC_URL is not set.
import type { Config } from '../config/config.ts';

/** The address under which this machine reaches it; on all interfaces, `localhost`, because browsers refuse `0.0.0.0`. */
export function listeningUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
