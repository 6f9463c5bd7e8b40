// The window at this moment: a window without size that has the focus belongs to no person.

export function windowState() {
  return { window: { outer_width: outerWidth, outer_height: outerHeight, focused: document.hasFocus() } };
}
