// User-agent client hints: the only place where Chromium still tells the system's version, architecture and model.

interface Brand {
  brand: string;
  version: string;
}
interface UserAgentData {
  platform?: string;
  mobile?: boolean;
  brands?: Brand[];
  getHighEntropyValues?(hints: string[]): Promise<Record<string, unknown>>;
}

const HINTS = ['platformVersion', 'architecture', 'bitness', 'model', 'fullVersionList'];

/** Browsers put a made-up brand among the real ones ("Not)A;Brand"), another one in each release: it identifies nothing. */
const MADE_UP = /not.{0,2}a.{0,2}brand/i;

export async function uaData() {
  const data = (navigator as { userAgentData?: UserAgentData }).userAgentData;
  if (!data) return {};
  // The page, an extension or a policy may refuse the detailed hints; the plain ones are still worth having.
  const more = (await data.getHighEntropyValues?.(HINTS).catch(() => null)) ?? {};
  const list = (more.fullVersionList ?? data.brands ?? []) as Brand[];
  const real = list.filter((entry) => !MADE_UP.test(entry.brand));
  return {
    ua_data: {
      platform: data.platform,
      platform_version: more.platformVersion as string | undefined,
      architecture: more.architecture as string | undefined,
      bitness: more.bitness as string | undefined,
      model: more.model as string | undefined,
      mobile: data.mobile,
      // The product before the engine that it is built on.
      full_version: (real.find((entry) => entry.brand !== 'Chromium') ?? real[0])?.version,
      brands: real.map((entry) => `${entry.brand} ${entry.version}`),
    },
  };
}
