// GET …/devices?search=: devices whose description or signals contain a text, searched in the order of the list.
import type { Profile } from '../../devices/observation.ts';
import { traitsOf } from '../../devices/profile-summary.ts';
import type { Positioned, SortedPage } from '../../records/sorted-lists.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { applyPendingRollups } from '../overview/apply-rollups.ts';
import { readPages } from '../read-pages.ts';
import { nextReadTurn } from '../read-turn.ts';
import { type DescribedDevice, describeDevice } from './read-device.ts';

/** Devices that one page examines: no index has parts of texts, and 10,000 profiles take 100 ms to read. */
export const MAX_SEARCHED = 10_000;

/** A place in the list: that of one device. */
type Place = Pick<Positioned<unknown>, 'value' | 'id'>;

export interface DeviceSearch {
  found: Positioned<DescribedDevice>[];
  /** Where the search stopped before the page was full; null when it reached the end of the list or filled the page. */
  stoppedAt: Place | null;
  /** The last device of those examined: the way back from a page without devices. */
  searchedTo: Place | null;
}

/** One page, in reading order. */
export async function searchDevices(
  context: Context,
  environment: Environment,
  { trusted, text }: { trusted: boolean | null; text: string },
  page: SortedPage,
  limit = MAX_SEARCHED,
): Promise<DeviceSearch> {
  await applyPendingRollups(context, environment);
  const { sortedLists } = context.store;
  const needle = text.toLowerCase();
  const direction = page.from?.direction ?? 'next';
  const read = (from: SortedPage['from'], size: number) =>
    sortedLists.devices(environment.number, { trusted }, { ...page, from, limit: Math.min(size, limit) });
  const found: DeviceSearch['found'] = [];
  let searched = 0;
  let searchedTo: Place | null = null;
  for await (const rows of readPages(read, page.from, ({ value, id }) => ({ value, id, direction }))) {
    for (const { row, ...position } of rows) {
      const device = describeDevice(row);
      if (!device.summary.toLowerCase().includes(needle) && !contains(row.profile, needle)) continue;
      found.push({ ...position, row: device });
      if (found.length === page.limit) return { found, stoppedAt: null, searchedTo };
    }
    searched += rows.length;
    searchedTo = rows.at(-1) ?? null;
    if (searched >= limit && searchedTo !== null) {
      const isEnd = (await read({ ...searchedTo, direction }, 1)).length === 0;
      return { found, stoppedAt: isEnd ? null : searchedTo, searchedTo };
    }
    await nextReadTurn(environment.id);
  }
  return { found, stoppedAt: null, searchedTo };
}

function contains(profile: Profile, needle: string): boolean {
  return traitsOf(profile).some(([, value]) => String(value).toLowerCase().includes(needle));
}
