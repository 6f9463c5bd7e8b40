// Lists every source by name. The types of the signals derive from it: a new source is one file and one line here.
import { audio } from './audio.ts';
import { automation } from './automation.ts';
import { canvas } from './canvas.ts';
import { codecs } from './codecs.ts';
import { connection } from './connection.ts';
import { doNotTrack } from './do-not-track.ts';
import { fonts } from './fonts.ts';
import { hardware } from './hardware.ts';
import { locale } from './locale.ts';
import { math } from './math.ts';
import { platform } from './platform.ts';
import { plugins } from './plugins.ts';
import { screenSize } from './screen.ts';
import type { SignalsOf, Source } from './source.ts';
import { storage } from './storage.ts';
import { uaData } from './ua-data.ts';
import { userAgent } from './user-agent.ts';
import { webgl } from './webgl.ts';
import { windowState } from './window.ts';

/** Read once per page. The asynchronous ones come first, so that they run while the others work. */
export const STABLE_SOURCES = {
  ua_data: uaData,
  audio,
  automation,
  user_agent: userAgent,
  platform,
  locale,
  do_not_track: doNotTrack,
  screen: screenSize,
  hardware,
  plugins,
  storage,
  math,
  codecs,
  canvas,
  webgl,
  fonts,
} as const satisfies Record<string, Source>;

/** Read for every event. */
export const VOLATILE_SOURCES = {
  window: windowState,
  connection,
} as const satisfies Record<string, Source>;

export type DeviceSignals = SignalsOf<typeof STABLE_SOURCES & typeof VOLATILE_SOURCES>;
