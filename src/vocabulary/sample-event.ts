// The sample request of the first start: a login as a real browser reports it.

/** A browser's user agent; curl's own would be reported as automation. */
export const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/** Has enough signals to look like a real browser, so that only NEW_DEVICE fires. */
export const SAMPLE_EVENT = {
  event: 'login',
  account: { id: 'u_1' },
  signals: {
    persistent_id: 'b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11',
    platform: 'Win32',
    languages: ['en-GB', 'en'],
    timezone: 'Europe/London',
    screen: { width: 1920, height: 1080, color_depth: 24, pixel_ratio: 1 },
    hardware_concurrency: 8,
    device_memory: 8,
    max_touch_points: 0,
    webgl_renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 630 Direct3D11 vs_5_0 ps_5_0, D3D11)',
    canvas_hash: '5d41402abc4b2a76',
    cookies_enabled: true,
    automation: { webdriver: false },
  },
} as const;

/** A curl command for any POSIX shell. */
export function sampleCurl(baseUrl: string, key: string): string {
  const body = JSON.stringify(SAMPLE_EVENT).replaceAll("'", "'\\''");
  return [
    `curl -s ${baseUrl}/v1/events`,
    `-H 'Authorization: Bearer ${key}'`,
    `-H 'Content-Type: application/json'`,
    `-A '${USER_AGENT}'`,
    `-d '${body}'`,
  ].join(' \\\n  ');
}
