import type { Webhook } from '@fanfare/sdk';
import { Problem } from '../../frame/problem.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { shortUrl } from '../../webhooks/webhook-badge.tsx';
import { Answer } from './answer.tsx';
import type { useTest } from './queries.ts';
import styles from './test-dialog.module.css';

type Props = {
  readonly webhook: Webhook;
  readonly test: ReturnType<typeof useTest>;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** Shows what the receiver answered to a test event. Whoever opens it sends the first one. */
export function TestDialog({ webhook, test, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Test event"
      description={`A webhook.test event goes to ${shortUrl(webhook.url)} once, also while the webhook is disabled. It is not among the deliveries.`}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" busy={test.isPending} onClick={() => test.mutate()}>
            Send again
          </Button>
        </>
      }
    >
      <div className={styles.result} aria-live="polite">
        {test.isPending && <p className={styles.waiting}>Waiting for the answer, at most 15 seconds.</p>}
        {test.error && <Problem error={test.error} />}
        {test.data && (
          <>
            <Badge tone={test.data.delivered ? 'good' : 'bad'}>
              {test.data.delivered ? 'Delivered' : 'Not delivered'}
            </Badge>
            <Answer answer={test.data} />
          </>
        )}
      </div>
    </Dialog>
  );
}
