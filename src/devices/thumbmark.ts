// Maps ThumbmarkJS components to Assay's signals.
import { hashed, innerComponents } from './fingerprintjs.ts';

type Tree = Readonly<Record<string, unknown>>;

/**
 * Converts `{components: {...}}`, or the components object itself, of ThumbmarkJS 1.x to Assay's signals. Components that
 * its stabilization omits (canvas on Firefox, Safari 17+ and Brave, audio on Safari and Samsung, …) are unknown.
 */
export function fromThumbmark(sent: Tree): Record<string, unknown> {
  const components = innerComponents(sent);
  const videocard = at(components, 'hardware', 'videocard');
  const screen = at(components, 'screen');
  return {
    user_agent: at(components, 'system', 'useragent'),
    platform: at(components, 'system', 'platform'),
    hardware_concurrency: at(components, 'system', 'hardwareConcurrency'),
    cookies_enabled: at(components, 'system', 'cookieEnabled'),
    device_memory: at(components, 'hardware', 'deviceMemory'),
    webgl_vendor: at(videocard, 'vendorUnmasked') ?? at(videocard, 'vendor'),
    webgl_renderer: at(videocard, 'rendererUnmasked') ?? at(videocard, 'renderer'),
    languages: languagesOf(at(components, 'locales', 'languages')),
    timezone: at(components, 'locales', 'timezone'),
    max_touch_points: at(screen, 'maxTouchPoints'),
    screen: { color_depth: at(screen, 'colorDepth') },
    fonts: fontNames(at(components, 'fonts')),
    plugins: pluginNames(at(components, 'plugins')),
    canvas_hash: hashed(at(components, 'canvas')),
    webgl_hash: hashed(at(components, 'webgl')),
    audio_hash: audioHash(at(components, 'audio')),
    math_hash: hashed(at(components, 'math')),
  };
}

/** The value at a path of own keys; undefined when any step is missing. */
function at(tree: unknown, ...path: string[]): unknown {
  let node = tree;
  for (const key of path) {
    if (node === null || typeof node !== 'object' || !Object.hasOwn(node, key)) return undefined;
    node = (node as Tree)[key];
  }
  return node;
}

/** Languages are a comma-separated string or a list. */
function languagesOf(value: unknown): unknown {
  return typeof value === 'string' ? value.split(',') : value;
}

/** Fonts are an object from name to measured width. */
function fontNames(value: unknown): unknown {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : value;
}

/** Plugins are a list of `name|file|description`. */
function pluginNames(value: unknown): unknown {
  const list = at(value, 'plugins') ?? value;
  return Array.isArray(list) ? list.map((item) => (typeof item === 'string' ? item.split('|')[0] : item)) : undefined;
}

/** Only the hash of the samples: the rest of the component repeats hardware limits. */
function audioHash(value: unknown): unknown {
  const sample = at(value, 'sampleHash');
  return typeof sample === 'number' ? String(sample) : sample;
}
