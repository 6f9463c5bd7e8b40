// The Do Not Track setting, read only as a device signal; consent has its own option in the SDK.

export function doNotTrack() {
  return { do_not_track: navigator.doNotTrack ?? undefined };
}
