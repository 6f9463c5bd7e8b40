// Value frequencies of the world at large, so that a fresh environment starts sane.

/**
 * `values`: share of devices that hold the value of a frequency key. `unlisted`: by system and kind of key, the chance
 * that two random devices of that system agree on a value that the table does not list.
 * Source: `devices.md` section 4 (20,000 fingerprints of a generator trained on real traffic): two random iPhones agree
 * on hardware with p = 0.15; the hardware key is unique for 93 % of Windows, 77 % of Android, 44 % of Mac.
 */
export const WORLD: {
  values: Readonly<Record<string, number>>;
  unlisted: Readonly<Record<string, Readonly<Record<string, number>>>>;
} = {
  values: {},
  unlisted: {
    Windows: { h: 0.0005, s: 0.05, f: 0.02, t: 0.05, l: 0.1 },
    Android: { h: 0.002, s: 0.02, f: 0.3, t: 0.05, l: 0.1 },
    macOS: { h: 0.01, s: 0.05, f: 0.15, t: 0.05, l: 0.1 },
    iOS: { h: 0.15, s: 0.1, f: 0.5, t: 0.05, l: 0.1 },
    iPadOS: { h: 0.15, s: 0.2, f: 0.5, t: 0.05, l: 0.1 },
    other: { h: 0.002, s: 0.05, f: 0.05, t: 0.05, l: 0.1 },
  },
};
