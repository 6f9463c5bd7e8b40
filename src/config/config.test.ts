// Tests the settings: defaults, error messages, and that no other module reads the environment variables.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { ConfigError, loadConfig } from './config.ts';
import { SETTINGS, type Setting } from './settings.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.problems;
  }
  return [];
}

test('returns the documented defaults, frozen, for an empty environment', () => {
  const config = loadConfig({ PATH: '/bin' });
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8080);
  assert.equal(config.dataDir, './data');
  assert.equal(config.databaseUrl, null);
  assert.equal(config.role, 'all');
  assert.deepEqual(config.trustedProxies, []);
  assert.deepEqual(config.webhookAllowCidrs, ['127.0.0.0/8', '::1/128']);
  assert.equal(config.ratePublicAddressPerSecond, 20);
  assert.throws(() => {
    (config as { port: number }).port = 1;
  }, TypeError);
});

test('allows webhooks to loopback by default for a loopback host only', () => {
  assert.deepEqual(loadConfig({ HOST: '0.0.0.0' }).webhookAllowCidrs, []);
  assert.deepEqual(loadConfig({ HOST: '::1' }).webhookAllowCidrs, ['127.0.0.0/8', '::1/128']);
  assert.deepEqual(
    loadConfig({ ASSAY_PUBLIC_URL: 'https://assay.example.com' }).webhookAllowCidrs,
    [],
    'S6: behind a proxy',
  );
  assert.deepEqual(loadConfig({ ASSAY_TRUSTED_PROXIES: '127.0.0.1' }).webhookAllowCidrs, [], 'S6');
  assert.deepEqual(loadConfig({ ASSAY_WEBHOOK_ALLOW_CIDRS: '' }).webhookAllowCidrs, []);
  assert.deepEqual(loadConfig({ ASSAY_WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8, fd00::1' }).webhookAllowCidrs, [
    '10.0.0.0/8',
    'fd00::1/128',
  ]);
});

test('reads encryption keys in order, with 32 bytes each', () => {
  const { encryptionKeys } = loadConfig({ ASSAY_ENCRYPTION_KEYS: `b:${KEY},a:${KEY}` });
  assert.deepEqual(
    encryptionKeys?.map(({ id, key }) => [id, key.length]),
    [
      ['b', 32],
      ['a', 32],
    ],
  );
});

test('reports all invalid values at once', () => {
  const problems = problemsOf({ PORT: '80a', ASSAY_ROLE: 'boss', ASSAY_TRUSTED_PROXIES: '10.0.0.0/33' });
  assert.deepEqual(problems, [
    'PORT must be an integer from 0 to 65535, not "80a"',
    'ASSAY_ROLE must be one of all, api, worker, not "boss"',
    'ASSAY_TRUSTED_PROXIES must be a comma-separated list of CIDR ranges ("10.0.0.0/33" is not one), not "10.0.0.0/33"',
  ]);
});

test('rejects an unknown ASSAY_ variable and suggests the nearest one', () => {
  assert.deepEqual(problemsOf({ ASSAY_TRUSTED_PROXY: '10.0.0.1' }), [
    'ASSAY_TRUSTED_PROXY is not a setting; did you mean ASSAY_TRUSTED_PROXIES?',
  ]);
  assert.deepEqual(problemsOf({ ASSAY_DATABASE_URL: 'postgres://db/assay', ASSAY_HOST: '0.0.0.0', ASSAY_PORT: '80' }), [
    'ASSAY_DATABASE_URL is not a setting; did you mean DATABASE_URL?',
    'ASSAY_HOST is not a setting; did you mean HOST?',
    'ASSAY_PORT is not a setting; did you mean PORT?',
  ]);
  assert.deepEqual(problemsOf({ ASSAY_FOO: '1' }), ['ASSAY_FOO is not a setting']);
  assert.deepEqual(problemsOf({ ASSAY_URL: 'http://127.0.0.1:8080', ASSAY_SECRET_KEY: 'sec_test_1' }), []);
  assert.deepEqual(problemsOf({ ASSAY_ZZZZZZZZZZZZZZZZZZ: '1' }), ['ASSAY_ZZZZZZZZZZZZZZZZZZ is not a setting']);
});

const INVALID: Record<string, readonly string[]> = {
  HOST: ['', 'a b', 'http://x', '-x'],
  PORT: ['', '-1', '65536', '1.5', ' 80', '0x50', '1e3'],
  DATA_DIR: ['', ' ', 'data ', ' data', './data\r', 'da\nta', 'a\0'],
  DATABASE_URL: ['', 'mysql://x', 'postgres://', 'postgres:// x', 'postgres://u:p@db:99999/x', 'postgres://u:p/q@db/x'],
  ASSAY_READ_DATABASE_URL: ['', 'mysql://x'],
  ASSAY_PUBLIC_URL: ['', 'assay.example.com', 'ftp://x', 'https://x/path', 'https://u:p@x'],
  ASSAY_ROLE: ['', 'ALL'],
  ASSAY_TRUSTED_PROXIES: ['10/8', '10.0.0.0/', 'x', '10.0.0.1,,10.0.0.2', '1.2.3.4/-1', 'fd00::/129', '0x7f.0.0.1/8'],
  ASSAY_WEBHOOK_ALLOW_CIDRS: ['10.5', '0x7f.1', '2130706433', '10.0.0.1/8/8'],
  ASSAY_SMTP_URL: [
    '',
    'host:587',
    'http://host',
    'smtp://',
    'smtp://host/path',
    'smtp://host?pool=1',
    'smtp://%zz:p@host',
  ],
  ASSAY_SMTP_FROM: ['', ' ', 'Assay', 'a @ b', 'Assay <assay>'],
  ASSAY_DNS_SERVERS: ['x', '10.0.0.1:0', '10.0.0.1:65536', '[10.0.0.1', '10.0.0.1:'],
  ASSAY_ENCRYPTION_KEYS: ['', 'a', `a:${KEY.slice(4)}`, `a:${KEY},a:${KEY}`, `:${KEY}`, `a:${KEY}AAAA`],
  ASSAY_METRICS_TOKEN: ['', 'short', 'with a space in the middle'],
  ASSAY_LOG_LEVEL: ['', 'loud'],
  ASSAY_LOG_FORMAT: ['', 'pretty'],
  ASSAY_OWNER_EMAIL: ['', 'owner', 'a b@example.com'],
  ASSAY_OWNER_PASSWORD: ['', 'short'],
  ASSAY_SHUTDOWN_DELAY_SECONDS: ['', '-1', '301'],
  ASSAY_POOL_SIZE: ['', '0', 'many'],
  ASSAY_SHUTDOWN_SECONDS: ['0', '601'],
};

for (const [variable, values] of Object.entries(INVALID)) {
  test(`${variable} rejects invalid values`, () => {
    for (const value of values) {
      const problems = problemsOf({ [variable]: value });
      assert.equal(problems.length, 1, `${variable}=${JSON.stringify(value)} was accepted`);
      assert.ok(problems[0]?.startsWith(`${variable} must be `), problems[0]);
    }
  });
}

test('a replica needs its primary', () => {
  const replica = { ASSAY_READ_DATABASE_URL: 'postgres://replica/assay' };
  assert.deepEqual(problemsOf(replica), [
    'ASSAY_READ_DATABASE_URL needs DATABASE_URL: it names a replica of that database',
  ]);
  assert.deepEqual(problemsOf({ ...replica, DATABASE_URL: 'postgres://primary/assay' }), []);
});

test('never prints an invalid secret', () => {
  const secret = 'hunter2-hunter2';
  const problems = problemsOf({
    DATABASE_URL: secret,
    ASSAY_ENCRYPTION_KEYS: secret,
    ASSAY_METRICS_TOKEN: `${secret} x`,
  });
  assert.equal(problems.length, 3);
  assert.ok(!problems.join().includes(secret));
});

test('rejects values with the quotation marks of a file that was read literally', () => {
  assert.deepEqual(problemsOf({ DATA_DIR: '"/var/lib/assay"', ASSAY_OWNER_EMAIL: "'ops@example.com'", PORT: '""' }), [
    String.raw`PORT must be set without the quotation marks around it, not "\"\""`,
    String.raw`DATA_DIR must be set without the quotation marks around it, not "\"/var/lib/assay\""`,
    `ASSAY_OWNER_EMAIL must be set without the quotation marks around it, not "'ops@example.com'"`,
  ]);
  assert.equal(loadConfig({ ASSAY_SMTP_FROM: '"Assay" <a@example.com>' }).smtpFrom, '"Assay" <a@example.com>');
});

test('rejects a folder that only a shell would find, and a password that nobody could type', () => {
  assert.deepEqual(problemsOf({ DATA_DIR: '~/assay', ASSAY_OWNER_PASSWORD: 'correct horse\r' }), [
    'DATA_DIR must be the path of a folder, without "~", spaces or line breaks around it, not "~/assay"',
    'ASSAY_OWNER_PASSWORD must be 12 to 200 characters, without line breaks',
  ]);
});

test('reads the file of a secret as UTF-8, without the mark that editors put before it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-config-'));
  const file = join(folder, 'password');
  try {
    writeFileSync(file, '\ufeffcorrect h\u00f6rse\r\n');
    assert.equal(loadConfig({ ASSAY_OWNER_PASSWORD_FILE: file }).ownerPassword, 'correct h\u00f6rse');
    for (const encoding of ['latin1', 'utf16le'] as const) {
      writeFileSync(file, '\ufeffcorrect h\u00f6rse\n', encoding);
      assert.deepEqual(problemsOf({ ASSAY_OWNER_PASSWORD_FILE: file }), [
        `ASSAY_OWNER_PASSWORD_FILE names ${file}, which is not a text in UTF-8`,
      ]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('reads a secret from the file that its _FILE variable names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-config-'));
  try {
    const file = join(folder, 'token');
    writeFileSync(file, 'a-token-of-24-characters\n');
    assert.equal(loadConfig({ ASSAY_METRICS_TOKEN_FILE: file }).metricsToken, 'a-token-of-24-characters');
    assert.deepEqual(problemsOf({ ASSAY_METRICS_TOKEN_FILE: file, ASSAY_METRICS_TOKEN: 'another-token-of-the-same' }), [
      'ASSAY_METRICS_TOKEN_FILE is set, and so is ASSAY_METRICS_TOKEN: use one of them',
    ]);
    assert.deepEqual(problemsOf({ DATABASE_URL_FILE: `${folder}/none` }), [
      `DATABASE_URL_FILE names ${folder}/none, which cannot be read: ENOENT`,
    ]);
    assert.deepEqual(problemsOf({ DATABASE_URL_FILE: file }), [
      `DATABASE_URL must be a postgres:// address (read from ${file})`,
    ]);
    assert.deepEqual(problemsOf({ ASSAY_LOG_LEVEL_FILE: file }), [
      'ASSAY_LOG_LEVEL_FILE is not a setting; did you mean ASSAY_LOG_LEVEL?',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('waits for load balancers by default only where several processes can run', () => {
  assert.equal(loadConfig({}).shutdownDelaySeconds, 0);
  assert.equal(loadConfig({ DATABASE_URL: 'postgres://db/assay' }).shutdownDelaySeconds, 5);
  assert.equal(
    loadConfig({ DATABASE_URL: 'postgres://db/assay', ASSAY_SHUTDOWN_DELAY_SECONDS: '0' }).shutdownDelaySeconds,
    0,
  );
});

test('accepts every default with its own reader', () => {
  for (const { variable, fallback, read } of Object.values<Setting<unknown>>(SETTINGS)) {
    if (fallback !== undefined) assert.doesNotThrow(() => read(fallback), variable);
  }
});

test('accepts DNS servers with ports and IPv6 with or without brackets', () => {
  const given = '10.0.0.2, 10.0.0.2:5353, fd00::2, [fd00::2]:5353';
  assert.deepEqual(loadConfig({ ASSAY_DNS_SERVERS: given }).dnsServers, given.split(', '));
});

/** The sources of the service, without tests, by their paths in `src/`. */
function serviceSources(): { file: string; text: string }[] {
  const folder = new URL('../', import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }));
}

test('only config.ts reads the environment of the process', () => {
  const readers = serviceSources()
    .filter(({ text }) => /process\s*\.\s*env|process\[|[{,]\s*env\b.*from 'node:process'/.test(text))
    .map(({ file }) => file);
  assert.deepEqual(readers, ['config/config.ts']);
});

test('the service uses every setting', () => {
  const texts = serviceSources().flatMap(({ file, text }) => (file === 'config/settings.ts' ? [] : [text]));
  const unused = Object.keys(SETTINGS).filter((name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  assert.deepEqual(unused, []);
});
