// A webhook secret, shown once, with instructions for its use.
import { CopiedButton } from '../components/CopiedButton.tsx';
import { CodeBlock } from '../components/Copy.tsx';

export function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="stack">
      <p>
        <strong>Copy the secret now. It is shown only once.</strong> Your backend needs it to verify that a message was
        sent by Assay. If you lose it, rotate it.
      </p>
      <CodeBlock code={secret} label="secret" />
      <p className="muted small">
        The signature is the hex-encoded HMAC-SHA256 of the timestamp header, a dot and the raw body; the key is the
        full secret. Verify it before you parse the body.
      </p>
      <CopiedButton onClose={onClose} />
    </div>
  );
}
