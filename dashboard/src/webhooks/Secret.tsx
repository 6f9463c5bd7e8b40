// A secret that is shown once, with what it is for.
import { Button } from '@mantine/core';
import { CodeBlock } from '../components/Copy.tsx';

export function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="stack">
      <p>
        <strong>Copy it now: it is shown this once.</strong> Your backend needs it to check that a message comes from
        here. If it is lost, rotate it.
      </p>
      <CodeBlock code={secret} what="the secret" />
      <p className="soft small">
        Signature = HMAC-SHA256 over the timestamp header, a dot and the raw body, keyed with the whole secret, in hex.
        Check it before you read the body.
      </p>
      <div>
        <Button onClick={onClose}>I have copied it</Button>
      </div>
    </div>
  );
}
