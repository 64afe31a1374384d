import type { ReactNode } from 'react';
import { Code } from '../frame/code.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';

type Props = {
  readonly open: boolean;
  readonly title: string;
  readonly secret: string;
  /** A note about the use of this secret. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
};

const VERIFY = `import { verify } from '@fanfare/sdk/webhooks';

const event = await verify(rawBody, headers, process.env.FANFARE_WEBHOOK_SECRET);`;

/** Shows a secret, once, and how a receiver uses it. */
export function SecretDialog({ open, title, secret, children, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description="Copy the secret now: it is shown only here. Your receiver needs it to verify that a request comes from Fanfare."
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Code text={secret} label="secret" wraps />
      {children}
      <Code text={VERIFY} label="example" />
    </Dialog>
  );
}
