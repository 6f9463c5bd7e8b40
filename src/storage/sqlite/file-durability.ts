// Makes the commits of a database file durable: its log is flushed, and written back from time to time.
import { Checkpoints } from './checkpoints.ts';
import type { Durability } from './group-commit.ts';
import type { PlaceCheck } from './place-check.ts';
import { WalSync } from './wal-sync.ts';

interface FileDurability extends Durability {
  /** @throws Failure `unavailable` while the disk hangs. */
  requireResponsive: () => void;
  close: () => Promise<void>;
}

export function fileDurability(path: string, place: PlaceCheck): FileDurability {
  const sync = new WalSync(path);
  const checkpoints = new Checkpoints(path);
  return {
    requirePlace: () => place.require(),
    flushed: () => sync.flushed(),
    requireResponsive: () => sync.requireResponsive(),
    afterCommit: () => checkpoints.afterCommit(),
    writeBack: () => checkpoints.writeBack(),
    close: async () => {
      sync.close();
      await checkpoints.close();
    },
  };
}
