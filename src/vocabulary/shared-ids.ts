// The number of accounts from which on a stored id says nothing about the machine that shows it.

/**
 * More accounts than this that have proven a device of their own with one id do not share a phone: an integration ships the id to every
 * machine. A family's tablet has up to four accounts; a kiosk that stays in its networks is one device.
 */
export const MAX_SHARING_ACCOUNTS = 16;
