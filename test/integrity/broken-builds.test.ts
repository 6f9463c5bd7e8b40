// Tests that each invariant fails on a build that is broken on purpose: a property that cannot fail proves nothing.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { PROPERTIES } from './properties.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Edit {
  file: string;
  from: string;
  to: string;
}

interface Break {
  /** What the broken build does. */
  does: string;
  edits: readonly Edit[];
  /** The seed of the sequences, by default 1; a different one if 1 needs dozens of sequences to find a counterexample. */
  seed?: number;
}

const COUNTED = 'src/scoring/counted-history.ts';
const MEMBERSHIP = 'src/scoring/window-membership.ts';
const OWNERSHIP = 'src/flows/events/device-ownership.ts';

const BREAKS: Readonly<Record<keyof typeof PROPERTIES, Break>> = {
  sensitiveChanges: {
    does: 'lets time alone make a network firm',
    seed: 7,
    edits: [
      {
        file: COUNTED,
        from: 'narrow !== null && (narrow.confirmedAt',
        to: 'narrow !== null && (isSettled(narrow) || narrow.confirmedAt',
      },
    ],
  },
  missingSignals: {
    does: 'recognizes any account by its network alone',
    edits: [
      {
        file: 'src/scoring/recognition.ts',
        from: "input.credential === 'secret' && !input.history.proofs.withSignals",
        to: "input.credential === 'secret'",
      },
    ],
  },
  publicEventsInVerifiedMode: {
    does: 'counts public events while the server reports logins',
    edits: [
      {
        file: COUNTED,
        from: 'const counted = verified ? serverSent : allRows;',
        to: 'const counted = verified ? allRows : serverSent;',
      },
      {
        file: 'src/scoring/void-claim.ts',
        from: "return credential === 'public' && environment.verified;",
        to: 'return credential === null && environment === null;',
      },
    ],
  },
  publicEventsNeverBlock: {
    does: 'blocks on evidence that anyone can forge',
    seed: 6,
    edits: [
      {
        file: 'src/scoring/score.ts',
        from: 'if (total <= BAND_TOPS.high || isFailedAttempt(facts)) return total;',
        to: 'if (total >= 0) return total;',
      },
    ],
  },
  noiseInVerifiedMode: {
    does: 'lets claims prove devices while the server reports logins',
    seed: 8,
    edits: [
      {
        file: 'src/scoring/proof.ts',
        from: 'return !isVoidClaim(input.credential, input.history.environment) && scores',
        to: 'return isVoidClaim !== null && scores',
      },
    ],
  },
  noiseNeverBlocks: {
    does: 'blocks on wrong passwords that anyone can claim',
    seed: 6,
    edits: [
      {
        file: 'src/scoring/forgeable.ts',
        from: 'rows.filter(isCertain)',
        to: 'rows',
      },
    ],
  },
  provenDevices: {
    does: 'lets page views change a device',
    edits: [
      {
        file: OWNERSHIP,
        from: "if (kind === 'passive' || isVoidClaim(input.credential, history.environment)) return false;",
        to: "if (kind === 'passive') return true;",
      },
    ],
  },
  voidClaims: {
    does: 'keeps the claims about an account that the server reports',
    edits: [
      {
        file: COUNTED,
        from: 'return environment.verified && proofs.server.count > 0;',
        to: 'return environment.verified && proofs.server.count > 1_000;',
      },
    ],
  },
  addressClasses: {
    does: 'takes only public addresses for foreign',
    edits: [
      {
        file: 'src/scoring/derive-facts.ts',
        from: 'novel: networks.anyProven && !known,',
        to: 'novel: usable && networks.anyProven && !known,',
      },
    ],
  },
  floods: {
    does: 'keeps every event in every window, in one partition',
    seed: 6,
    edits: [
      {
        file: MEMBERSHIP,
        from: '  const bits = addsToSession(facts)',
        to: '  if (facts !== null) return 31;\n  const bits = addsToSession(facts)',
      },
      {
        file: 'src/vocabulary/windows.ts',
        from: "if (kind === 'failure') return 'failure';",
        to: "if (kind !== null) return 'attempt';",
      },
    ],
  },
};

/** Makes the edits of a break as esbuild reads the sources. */
function brokenSources({ edits }: Break): Plugin {
  return {
    name: 'broken-sources',
    setup(builder) {
      builder.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const own = edits.filter(({ file }) => path === join(ROOT, file));
        if (own.length === 0) return null;
        let contents = await readFile(path, 'utf8');
        for (const { file, from, to } of own) {
          assert.equal(contents.split(from).length, 2, `${file} contains once: ${from}`);
          contents = contents.replace(from, to);
        }
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Runs a property on SQLite in another process. Resolves to its output, and whether the property held. */
async function prove(broken: Break, property: string): Promise<{ holds: boolean; output: string }> {
  const script = join(folder, `${property}.mjs`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['test/integrity/prove.ts'],
    outfile: script,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    plugins: [brokenSources(broken)],
  });
  return new Promise((resolve) => {
    const args = [script, property, '200', String(broken.seed ?? 1), '--first-failure'];
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ holds: error === null, output: stdout + stderr }),
    );
  });
}

/** Inside the repository, so that Node finds the packages. */
const folder = mkdtempSync(join(ROOT, '.tmp', 'broken-'));
after(() => rmSync(folder, { recursive: true }));

for (const [property, broken] of Object.entries(BREAKS)) {
  test(`${property} fails on a build that ${broken.does}`, async () => {
    const { holds, output } = await prove(broken, property);
    assert.equal(holds, false, 'the property holds on the broken build');
    assert.match(output, /Counterexample/, output);
  });
}
