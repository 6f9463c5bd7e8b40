// Which stores the browser offers. Access to a blocked store may throw, which counts as not available.

export function storage() {
  return {
    cookies_enabled: navigator.cookieEnabled,
    local_storage: isAvailable('localStorage'),
    indexed_db: isAvailable('indexedDB'),
  };
}

function isAvailable(store: 'localStorage' | 'indexedDB'): boolean {
  try {
    return !!window[store];
  } catch {
    return false;
  }
}
