// temporary
export const SIGNAL_CODES = ['NEW_DEVICE'] as readonly string[];
