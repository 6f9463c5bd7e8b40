// Tests the check of the disk: a disk without free inodes has no space left, however many bytes are free.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { diskCheck } from './doctor-disk.ts';

test('warns of a disk that takes few more bytes, or few more files', async () => {
  const folder = tmpdir();
  const checked = async (changes: { files: number; ffree?: number; bavail?: number }) => {
    const { status, detail } = await diskCheck(folder, async () => ({
      bsize: 4_096,
      bavail: 2 ** 24,
      ffree: 0,
      ...changes,
    }));
    return [status, detail];
  };
  assert.deepEqual(await checked({ files: 1_000, ffree: 100 }), ['ok', `64.0 GiB free in ${folder}`]);
  assert.deepEqual(await checked({ files: 0, ffree: 0 }), ['ok', `64.0 GiB free in ${folder}`]);
  const [status, detail] = await checked({ files: 1_000, ffree: 3 });
  assert.equal(status, 'warning');
  assert.match(String(detail), /takes only 3 more files \(inodes\)/);
  assert.equal((await checked({ files: 0, bavail: 2 ** 18 }))[0], 'warning');
});
