// User-agent client hints: the only API in which Chromium still reports the system's version, architecture and model.

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

/** Browsers add a fake brand ("Not)A;Brand") that changes with each release and identifies nothing. */
const FAKE_BRAND = /not.?.?a.?.?brand/i;

export async function uaData() {
  const data = (navigator as { userAgentData?: UserAgentData }).userAgentData;
  if (!data) return {};
  // The page, an extension or a policy may block the detailed hints; the basic ones are still useful.
  const details = (await data.getHighEntropyValues?.(HINTS).catch(() => null)) ?? {};
  const list = (details.fullVersionList ?? data.brands ?? []) as Brand[];
  const real = list.filter((entry) => !FAKE_BRAND.test(entry.brand));
  return {
    ua_data: {
      platform: data.platform,
      platform_version: details.platformVersion as string | undefined,
      architecture: details.architecture as string | undefined,
      bitness: details.bitness as string | undefined,
      model: details.model as string | undefined,
      mobile: data.mobile,
      // Prefers the product over the engine that it is built on.
      full_version: (real.find((entry) => entry.brand !== 'Chromium') ?? real[0])?.version,
      brands: real.map((entry) => `${entry.brand} ${entry.version}`),
    },
  };
}
