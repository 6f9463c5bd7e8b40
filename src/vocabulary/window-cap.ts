// The size of a history window, which storage reads and scoring interprets.

/** The maximum rows of a window. Every threshold of scoring is at most 20, so counts over a full window are lower bounds. */
export const WINDOW_CAP = 200;
