// The lists whose filters can be saved under a name, and the limits on saved views.

export const VIEW_LISTS = ['events', 'worklist', 'devices', 'accounts'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

export const VIEW_LIMITS = {
  /** Code points of a name. */
  name: 80,
  /** Views of one member in one environment. */
  perMember: 50,
  /** Parameters of one view, and values of one parameter. */
  parameters: 30,
  values: 20,
  /** Code points of the name and of each value of a parameter. */
  parameter: 40,
  value: 255,
} as const;
