// Parses browser and operating system from a user agent string and discards frozen versions.
import { memo } from '../vocabulary/memo.ts';

export interface Agent {
  osFamily: string | null;
  /** The real version; null for a frozen one (see `realOsVersion`). */
  osVersion: readonly number[] | null;
  browserFamily: string | null;
  browserVersion: readonly number[] | null;
  /** The Android device model, where the string still contains it. */
  model: string | null;
}

// Most specific first: every Chromium browser also contains Chrome, and all of them contain Safari.
const BROWSERS: readonly (readonly [token: string, family: string])[] = [
  ['EdgiOS/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['Edg/', 'Edge'],
  ['Edge/', 'Edge Legacy'],
  ['OPiOS/', 'Opera'],
  ['OPT/', 'Opera'],
  ['OPR/', 'Opera'],
  // Apps and their web views, each with separate storage. WeChat and QQ contain QQBrowser on Android.
  ['MicroMessenger/', 'WeChat'],
  [' QQ/', 'QQ'],
  ['QQBrowser/', 'QQ Browser'],
  [' Line/', 'Line'],
  ['musical_ly_', 'TikTok'],
  ['trill_', 'TikTok'],
  ['BytedanceWebview/', 'TikTok'],
  ['[LinkedInApp]/', 'LinkedIn'],
  ['Electron/', 'Electron'],
  ['Silk/', 'Silk'],
  ['Whale/', 'Whale'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['YaBrowser/', 'Yandex'],
  ['Vivaldi/', 'Vivaldi'],
  ['UCBrowser/', 'UC Browser'],
  ['MiuiBrowser/', 'Miui Browser'],
  ['HuaweiBrowser/', 'Huawei Browser'],
  ['DuckDuckGo/', 'DuckDuckGo'],
  ['Ddg/', 'DuckDuckGo'],
  ['Instagram ', 'Instagram'],
  ['FBAV/', 'Facebook'],
  ['GSA/', 'Google App'],
  ['CriOS/', 'Chrome'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['Tizen ', 'Tizen Browser'],
  ['HeadlessChrome/', 'Headless Chrome'],
  ['Chrome/', 'Chrome'],
  // HTTP libraries of native apps.
  ['CFNetwork/', 'CFNetwork'],
  ['Dart/', 'Dart'],
  ['okhttp/', 'OkHttp'],
];

/** Parses a user agent; unknown parts are null. Caches up to 2,000 texts. */
export const parseAgent = memo(2000, (text: string): Agent => {
  const osFamily = osFamilyOf(text);
  const [browserFamily, versionText] = browserOf(text, osFamily);
  const browserVersion = versionText === null ? null : versionNumbers(versionText);
  return {
    osFamily,
    browserFamily,
    browserVersion,
    osVersion: realOsVersion(text, osFamily, browserFamily, browserVersion),
    model: osFamily === 'Android' ? androidModel(text) : null,
  };
});

function osFamilyOf(text: string): string | null {
  if (text.includes('Windows Phone')) return 'Windows Phone';
  if (text.includes('Windows')) return 'Windows';
  if (text.includes('iPhone') || text.includes('iPod')) return 'iOS';
  if (text.includes('iPad')) return 'iPadOS';
  if (text.includes('Android')) return 'Android';
  if (text.includes('Tizen')) return 'Tizen';
  if (text.includes('CrOS')) return 'ChromeOS';
  if (text.includes('Macintosh') || text.includes('Mac OS X')) return 'macOS';
  if (text.includes('Linux') || text.includes('X11')) return 'Linux';
  return null;
}

function browserOf(text: string, osFamily: string | null): readonly [string | null, string | null] {
  for (const [token, family] of BROWSERS) {
    const at = text.indexOf(token);
    if (at === -1) continue;
    const version = versionText(text, at + token.length);
    // A web view inside an app has its own storage, so it is a separate instance from the phone's browser.
    if (family === 'Chrome' && text.includes('; wv)')) return ['Android WebView', version];
    return [family, version];
  }
  if (!text.includes('AppleWebKit/')) return [null, null];
  const at = text.indexOf('Version/');
  if (at !== -1 && text.includes('Safari/')) return ['Safari', versionText(text, at + 8)];
  return osFamily === 'iOS' || osFamily === 'iPadOS' ? ['iOS WebView', null] : [null, null];
}

/** The digits, dots and underscores starting at `from`. */
function versionText(text: string, from: number): string | null {
  let end = from;
  while (end < text.length && end < from + 32) {
    const code = text.charCodeAt(end);
    if (!((code >= 48 && code <= 57) || code === 46 || code === 95)) break;
    end += 1;
  }
  return end === from ? null : text.slice(from, end);
}

/** Parses a version: `"147.0.3912.98"` → `[147, 0, 3912, 98]`. Removes the trailing zeros of a reduced version (`147.0.0.0`). */
export function versionNumbers(text: string): readonly number[] | null {
  const numbers: number[] = [];
  for (const part of text.split(/[._]/, 6)) {
    if (!/^\d{1,9}$/.test(part)) break;
    numbers.push(Number(part));
  }
  while (numbers.length > 1 && numbers[numbers.length - 1] === 0) numbers.pop();
  return numbers.length === 0 ? null : numbers;
}

/**
 * The operating system version, unless it is frozen: every Mac reports 10_15_7 (Chrome, Safari) or 10.15 (Firefox), every
 * Windows since 10 reports NT 10.0, Chrome on Android reports "10; K", Safari 26 and later reports 18_x.
 */
function realOsVersion(
  text: string,
  osFamily: string | null,
  browserFamily: string | null,
  browserVersion: readonly number[] | null,
): readonly number[] | null {
  if (osFamily === 'iOS' || osFamily === 'iPadOS') {
    const version = after(text, ' OS ');
    const frozen = browserFamily === 'Safari' && (browserVersion?.[0] ?? 0) >= 26 && (version?.[0] ?? 0) <= 18;
    return frozen ? null : version;
  }
  if (osFamily === 'macOS') {
    const version = after(text, 'Mac OS X ');
    return version === null || (version[0] === 10 && version[1] === 15) ? null : version;
  }
  if (osFamily === 'Windows') return windowsVersion(after(text, 'Windows NT '));
  if (osFamily === 'Android') return text.includes('Android 10; K') ? null : after(text, 'Android ');
  if (osFamily === 'Tizen') return after(text, 'Tizen ');
  return null;
}

/** Windows before 10, numbered as in client hints: 7 is 0.1, 8 is 0.2, 8.1 is 0.3. */
function windowsVersion(version: readonly number[] | null): readonly number[] | null {
  return version !== null && version[0] === 6 && (version[1] ?? 0) >= 1 ? [0, version[1] as number] : null;
}

function after(text: string, token: string): readonly number[] | null {
  const at = text.indexOf(token);
  const version = at === -1 ? null : versionText(text, at + token.length);
  return version === null ? null : versionNumbers(version);
}

/** `Linux; Android 14; SM-G991B Build/…)` → `SM-G991B`; null for Chrome's placeholder `K`. */
function androidModel(text: string): string | null {
  const found = /Android [\d.]+; ([^;)]{2,60}?)(?: Build\/[^;)]*)?[;)]/.exec(text);
  const model = found?.[1];
  return model === undefined || model === 'Mobile' || model === 'Tablet' || model.startsWith('rv:') ? null : model;
}
