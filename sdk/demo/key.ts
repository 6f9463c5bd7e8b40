// Where the demo's key comes from: the link's fragment, this tab's memory, or the form. Test keys alone.

const STORED = 'assay_demo_key';
const TEST_KEY = /^pub_test_[\w-]+$/;

/**
 * Calls `use` with the key as soon as there is one. The fragment of an address is never sent to a server and stands in no
 * log; it is taken out of the address bar, so that a shared screen or a copied link does not pass it on.
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
        ? 'That is a secret key: it belongs in no browser. Use the public one (pub_test_…).'
        : 'The demo makes up log-ins, so it takes test keys alone (pub_test_…).';
    if (error.textContent === '') start(typed);
  });

  function start(given: string): void {
    sessionStorage.setItem(STORED, given);
    form.hidden = true;
    use(given);
  }
}
