// Maps ThumbmarkJS components to our own signals.
import { hashed, innerComponents } from './fingerprintjs.ts';

type Tree = Readonly<Record<string, unknown>>;

/**
 * Our own signals out of `{components: {...}}` or the components object of ThumbmarkJS 1.x. What its stabilisation left
 * out (canvas on Firefox, Safari 17+ and Brave, audio on Safari and Samsung, …) is unknown.
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

/** Walks own keys only; anything that is no object ends the walk. */
function at(tree: unknown, ...path: string[]): unknown {
  let here = tree;
  for (const key of path) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined;
    here = (here as Tree)[key];
  }
  return here;
}

/** One language as a string, or a list of them. */
function languagesOf(value: unknown): unknown {
  return typeof value === 'string' ? value.split(',') : value;
}

/** Fonts come as a map from name to measured width. */
function fontNames(value: unknown): unknown {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : value;
}

/** Plugins come as a list of `name|file|description`. */
function pluginNames(value: unknown): unknown {
  const list = at(value, 'plugins') ?? value;
  return Array.isArray(list) ? list.map((item) => (typeof item === 'string' ? item.split('|')[0] : item)) : undefined;
}

/** The hash of the samples alone: the rest of the component repeats the hardware's limits. */
function audioHash(value: unknown): unknown {
  const sample = at(value, 'sampleHash');
  return typeof sample === 'number' ? String(sample) : sample;
}
