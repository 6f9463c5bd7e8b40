// Which stores the browser offers. Asking for one may throw where it is blocked: that is the answer "no".

export function storage() {
  return {
    cookies_enabled: navigator.cookieEnabled,
    local_storage: offers('localStorage'),
    indexed_db: offers('indexedDB'),
  };
}

function offers(store: 'localStorage' | 'indexedDB'): boolean {
  try {
    return !!window[store];
  } catch {
    return false;
  }
}
