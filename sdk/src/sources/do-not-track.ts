// The Do Not Track choice. It is read as a signal of the device; the consent switch is the SDK's own.

export function doNotTrack() {
  return { do_not_track: navigator.doNotTrack ?? undefined };
}
