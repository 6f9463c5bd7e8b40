// Whether the rows on screen are those of the previous filters or page, while the list for the new ones is still being read.
import { createContext, useContext } from 'react';

export const Outdated = createContext(false);

/** True while the rows may not match the filters above them. */
export const useOutdated = () => useContext(Outdated);

/** The rows of a read for an action on them: undefined while they are loading or outdated. */
export function currentRows<T>(read: { data: { data: T[] } | undefined; isPlaceholderData: boolean }): T[] | undefined {
  return read.isPlaceholderData ? undefined : read.data?.data;
}
