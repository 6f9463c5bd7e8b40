// Reads the demo's key from the link's fragment, the tab's session storage or the form. Accepts only test keys.

const STORED = 'assay_demo_key';
const TEST_KEY = /^pub_test_[\w-]+$/;

/**
 * Calls `use` as soon as a key is available. Browsers never send the fragment of a URL to a server, so it appears in no
 * log; it is removed from the address bar so that a shared screen or a copied link does not reveal the key.
 */
export function readKey(use: (key: string) => void): void {
  const form = document.getElementById('key-form') as HTMLFormElement;
  const field = document.getElementById('key') as HTMLInputElement;
  const linked = new URLSearchParams(location.hash.slice(1)).get('key');
  if (linked !== null) history.replaceState(null, '', location.pathname);
  const key = linked ?? sessionStorage.getItem(STORED);
  if (key !== null && TEST_KEY.test(key)) start(key);
  else form.hidden = false;

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    const error = document.getElementById('key-error') as HTMLElement;
    error.textContent = TEST_KEY.test(typed)
      ? ''
      : typed.startsWith('sec_')
        ? 'This is a secret key, which must never be used in a browser. Enter the public key (pub_test_…).'
        : 'The demo creates fake logins, so it accepts only public test keys (pub_test_…).';
    if (error.textContent === '') start(typed);
  });

  function start(given: string): void {
    sessionStorage.setItem(STORED, given);
    form.hidden = true;
    use(given);
  }
}
