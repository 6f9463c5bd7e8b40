// The field for the reason of a policy change: optional, stored with the new version.
import { TextInput } from '@mantine/core';
import { COMMENT_MAX } from '../../../src/policy/limits.ts';

export function CommentField({ comment, onChange }: { comment: string; onChange: (comment: string) => void }) {
  return (
    <TextInput
      label="Comment"
      description="Optional: the reason, for later readers of this version"
      maxLength={COMMENT_MAX}
      value={comment}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
