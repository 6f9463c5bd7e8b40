// Maps FingerprintJS 5 components to Assay's signals, so that customers who already use it need no second collector.
import { digest } from './digest.ts';
import { ownValue, readObject } from './signal-values.ts';

type Components = Readonly<Record<string, unknown>>;

/**
 * Converts `{components: {...}}`, or the components object itself, to Assay's signals. Each component is `{value, duration}` or
 * `{error, duration}`; an error is an unknown value. Values of the wrong type pass through and are validated like any other
 * signal.
 */
export function fromFingerprintJs(sent: Components): Record<string, unknown> {
  const components = innerComponents(sent);
  const value = (name: string): unknown => componentValue(components, name);
  const webgl = record(value('webGlBasics'));
  const touch = record(value('touchSupport'));
  const agent = record(value('userAgentData'));
  return {
    platform: value('platform'),
    vendor: value('vendor'),
    timezone: value('timezone'),
    languages: flat(value('languages')),
    fonts: value('fonts'),
    plugins: pluginNames(value('plugins')),
    screen: screenOf(value('screenResolution'), value('screenFrame'), value('colorDepth')),
    hardware_concurrency: value('hardwareConcurrency'),
    device_memory: value('deviceMemory'),
    max_touch_points: touch.maxTouchPoints,
    webgl_vendor: webgl.vendorUnmasked ?? webgl.vendor,
    webgl_renderer: webgl.rendererUnmasked ?? webgl.renderer,
    webgl_hash: hashed(value('webGlExtensions')),
    canvas_hash: canvasHash(value('canvas')),
    audio_hash: audioHash(value('audio')),
    math_hash: hashed(value('math')),
    color_gamut: value('colorGamut'),
    hdr: value('hdr'),
    cookies_enabled: value('cookiesEnabled'),
    local_storage: value('localStorage'),
    indexed_db: value('indexedDB'),
    ua_data: {
      platform: agent.platform,
      platform_version: agent.platformVersion,
      architecture: agent.architecture,
      bitness: agent.bitness,
      model: agent.model,
      mobile: agent.mobile,
    },
  };
}

/** The components, whether `sent` is the whole result of `get()` or the components object. */
export function innerComponents(sent: Components): Components {
  const inner = ownValue(sent, 'components');
  return inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? (inner as Components) : sent;
}

function componentValue(components: Components, name: string): unknown {
  const component = readObject(ownValue(components, name));
  return component === undefined || component === 'malformed' ? undefined : ownValue(component.value, 'value');
}

function record(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : {};
}

/** FingerprintJS nests languages: `[["de-DE"], ["de", "en"]]`. */
function flat(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value.flat())] : value;
}

function pluginNames(value: unknown): unknown {
  return Array.isArray(value) ? value.map((plugin) => record(plugin).name) : value;
}

/**
 * `screenFrame` is the [top, right, bottom, left] area reserved by the desktop. FingerprintJS sorts the two sides as text
 * ("800" before "1280"), so their order carries no information; the longer side is taken as the width.
 */
function screenOf(resolution: unknown, frame: unknown, colorDepth: unknown): Record<string, unknown> {
  const [one, other] = numbers(resolution);
  const [width, height] = one !== undefined && other !== undefined && one < other ? [other, one] : [one, other];
  const [top, right, bottom, left] = numbers(frame);
  const known = width !== undefined && height !== undefined;
  const framed = known && [top, right, bottom, left].every((side) => side !== undefined);
  return {
    width,
    height,
    avail_width: framed ? width - (left as number) - (right as number) : undefined,
    avail_height: framed ? height - (top as number) - (bottom as number) : undefined,
    color_depth: colorDepth,
  };
}

function numbers(value: unknown): (number | undefined)[] {
  return Array.isArray(value) ? value.map((item) => (typeof item === 'number' ? item : undefined)) : [];
}

/** Markers instead of the two images ("skipped" on Safari 17+ and Firefox 120+, "unstable", "unsupported") are unknown. */
function canvasHash(value: unknown): unknown {
  const { geometry, text } = record(value);
  const drawn = [geometry, text].filter((part): part is string => typeof part === 'string' && part.length > 32);
  return drawn.length === 0 ? undefined : digest(drawn.join('\n'));
}

/** Sums of samples are around 124; -1 to -4 are error codes. */
function audioHash(value: unknown): unknown {
  return typeof value === 'number' ? (value >= 0 ? String(value) : undefined) : value;
}

/** The digest of an object or array; undefined for any other value. */
export function hashed(value: unknown): string | undefined {
  return value === null || typeof value !== 'object' ? undefined : digest(JSON.stringify(value));
}
