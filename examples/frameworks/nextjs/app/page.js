// The login page loads the SDK; see examples/browser/login.html for the form.
import Script from 'next/script';

export default function Page() {
  return (
    <main>
      <Script src={`${process.env.ASSAY_URL}/sdk/v1.js`} data-public-key={process.env.ASSAY_PUBLIC_KEY} />
      <h1>Log in</h1>
    </main>
  );
}
