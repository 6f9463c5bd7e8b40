// The keys of `signals` with their types, for the API reference and generated types. Not for validation: a value of another type counts
// as unknown and never rejects an event, so that a newer SDK works with an older service.
import Type, { type TSchema } from 'typebox';
import { MAX_SIGNAL_KEYS, MAX_SIGNAL_TEXT_LENGTH } from '../input/signal-limits.ts';
import { nullable } from './schema.ts';

/** Null means unknown, like an absent value: `navigator.doNotTrack` is null in most browsers. */
const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));
const exampleOf = (example: unknown) => (example === undefined ? {} : { examples: [example] });
const text = (description: string, example?: string) => optional(Type.String({ description, ...exampleOf(example) }));
const number = (description: string, example?: number) => optional(Type.Number({ description, ...exampleOf(example) }));
const flag = (description: string, example?: boolean) => optional(Type.Boolean({ description, ...exampleOf(example) }));
/** With more than 4,096 characters in total, it counts as unknown (`signal-values.ts`). */
const list = (maxItems: number, description: string, example?: string[]) =>
  optional(Type.Array(Type.String(), { maxItems, description, ...exampleOf(example) }));
/** An object with these keys; further keys are stored. */
const group = (description: string, properties: Record<string, TSchema>) =>
  optional(Type.Object(properties, { description }));

export const ClientSignalsSchema = Type.Object(
  {
    persistent_id: text(
      'Random id that the client stores: 8 characters or more. Stored as a hash.',
      'b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11',
    ),
    session_token: text('Random id of the visit. Stored as a hash.'),
    sdk_version: text('Version of the collector.'),
    user_agent: text(
      'navigator.userAgent',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
    ),
    platform: text('navigator.platform', 'Win32'),
    vendor: text('navigator.vendor'),
    timezone: text('IANA name of the time zone.', 'Europe/London'),
    do_not_track: text('navigator.doNotTrack'),
    ua_data: group('User-agent client hints.', {
      platform: text('For example Windows.'),
      platform_version: text('For example 15.0.0.'),
      architecture: text('For example x86.'),
      bitness: text('For example 64.'),
      model: text('Device model, on phones.'),
      mobile: flag('Whether the browser asks for mobile pages.'),
      full_version: text('Version of the browser.'),
      brands: list(20, 'Name and version of each brand.'),
    }),
    languages: list(20, 'navigator.languages', ['en-GB', 'en']),
    fonts: list(300, 'Installed fonts, up to 4,096 characters in total.'),
    plugins: list(50, 'Names of plugins, up to 4,096 characters in total.'),
    screen: group('Screen size in CSS pixels.', {
      width: number('Width.', 1920),
      height: number('Height.', 1080),
      avail_width: number('Width without bars.'),
      avail_height: number('Height without bars.'),
      color_depth: number('Bits per pixel.', 24),
      pixel_ratio: number('Device pixels per CSS pixel.', 1),
    }),
    window: group('The window of the page.', {
      outer_width: number('Outer width.'),
      outer_height: number('Outer height.'),
      focused: flag('Whether the page has the focus.'),
    }),
    hardware_concurrency: number('Logical processors.', 8),
    device_memory: number('Memory in GiB, rounded by the browser.', 8),
    max_touch_points: number('Touch points.', 0),
    connection_rtt: number('Round-trip time that the browser estimates, ms.'),
    webgl_vendor: text('Unmasked vendor of the graphics driver.'),
    webgl_renderer: text(
      'Unmasked renderer of the graphics driver.',
      'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)',
    ),
    canvas_hash: text('Hash of a drawing.', '5d41402abc4b2a76'),
    webgl_hash: text('Hash of WebGL limits and extensions.'),
    audio_hash: text('Hash of a rendered sound.'),
    math_hash: text('Hash of results of math functions.'),
    codecs_hash: text('Hash of the playable media types.'),
    fonts_hash: text('Hash of the installed fonts.'),
    plugins_count: number('Number of plugins.'),
    color_gamut: text('srgb, p3 or rec2020.'),
    hdr: flag('Whether the screen shows high dynamic range.'),
    cookies_enabled: flag('navigator.cookieEnabled', true),
    local_storage: flag('Whether localStorage works.'),
    indexed_db: flag('Whether IndexedDB works.'),
    automation: group('Traces of automated browsers.', {
      webdriver: flag('navigator.webdriver', false),
      globals: list(50, 'Global names of automation tools.'),
      bot_kind: text('Result of BotD.'),
      eval_length: number('Length of the source of eval, which differs by engine.'),
      product_sub: text('navigator.productSub'),
      mime_types_consistent: flag('Whether mime types and plugins agree.'),
      notification_mismatch: flag('Whether permission and Notification disagree.'),
      worker_mismatch: flag('Whether a worker sees another browser than the page.'),
      native_tampering: number('How many native functions were replaced.'),
    }),
    behavior: group('Counts, never the content of a field.', {
      ms_to_submit: number('From the start of the SDK to the event, ms.'),
      key_events: number('Key presses.'),
      pointer_events: number('Pointer events.'),
      pasted: flag('Whether something was pasted.'),
    }),
    source_errors: list(50, 'Failed sources of the SDK; never scored.'),
    fingerprintjs: group('The `components` of FingerprintJS 5.', {}),
    thumbmark: group('The components of ThumbmarkJS.', {}),
  },
  {
    $id: 'ClientSignals',
    additionalProperties: true,
    maxProperties: MAX_SIGNAL_KEYS,
    description:
      'What the client collected; the SDK fills it in. Every key is optional; absent or null means unknown. Other keys are stored, too. ' +
      `A value of another type counts as unknown and never rejects the event. Strings have up to ${MAX_SIGNAL_TEXT_LENGTH} characters.`,
  },
);
