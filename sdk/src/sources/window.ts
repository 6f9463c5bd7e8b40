// The current window state: a window with focus but without size does not belong to a human.

export function windowState() {
  return { window: { outer_width: outerWidth, outer_height: outerHeight, focused: document.hasFocus() } };
}
