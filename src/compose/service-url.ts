// The address of the service: ASSAY_PUBLIC_URL, or where it listens.
import type { Config } from '../config/config.ts';

export function serviceUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return config.publicUrl ?? listeningUrl(config);
}

/** The address under which this machine reaches it; on all interfaces, `localhost`, because browsers refuse `0.0.0.0`. */
export function listeningUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
