import type { Webhook, WebhookDelivery } from '@fanfare/sdk';
import { ChevronRight } from 'lucide-react';
import { CopyButton } from '../../frame/copy-button.tsx';
import { Time } from '../../frame/time.tsx';
import { Timeline, type TimelineEntry } from '../../frame/timeline.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { useToast } from '../../parts/toast.tsx';
import { Answer } from './answer.tsx';
import styles from './deliveries.module.css';
import { useReplay } from './queries.ts';

const STATUS: Readonly<Record<WebhookDelivery['status'], { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: 'Pending', tone: 'plan' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  missed: { label: 'Missed', tone: 'warn' },
};

type Props = { readonly webhook: Webhook; readonly delivery: WebhookDelivery };

/** One event on its way; opened, every attempt with its answer. */
export function DeliveryLine({ webhook, delivery }: Props) {
  const { eventId, eventType, status, createdAt } = delivery;
  const { label, tone } = STATUS[status];
  return (
    <li className={styles.line}>
      <details>
        <summary>
          <span className={styles.mark}>
            <ChevronRight aria-hidden />
          </span>
          <code className={styles.type}>{eventType}</code>
          <span>
            <Badge tone={tone}>{label}</Badge>
          </span>
          <span className={styles.last}>{lastOf(delivery)}</span>
          <span className={styles.time}>
            <Time at={createdAt} />
          </span>
        </summary>
        <div className={styles.details}>
          {delivery.attempts.length > 0 && (
            <Timeline label={`Attempts of ${eventType}`} entries={entriesOf(delivery)} />
          )}
          {status === 'missed' && <p>No attempt was made: the webhook was disabled.</p>}
          <div className={styles.foot}>
            <span className={styles.id}>
              Event <code>{eventId}</code> <CopyButton text={eventId} label="Copy event id" />
            </span>
            {status !== 'pending' && <SendAgain webhook={webhook} delivery={delivery} />}
          </div>
        </div>
      </details>
    </li>
  );
}

/** Describes the end of the last attempt, or the time of the next one. */
function lastOf({ attempts, status, nextAttemptAt }: WebhookDelivery) {
  const last = attempts.at(-1);
  if (status === 'pending' && nextAttemptAt !== null && attempts.length > 0)
    return (
      <>
        Next attempt <Time at={nextAttemptAt} />
      </>
    );
  if (!last) return status === 'pending' ? 'Sent now' : 'No attempt';
  return `${last.status === null ? 'No answer' : last.status} after ${last.durationMs.toLocaleString('en')} ms`;
}

// A delivery that was sent again counts its attempts from 1 again.
const entriesOf = ({ attempts }: WebhookDelivery): TimelineEntry[] =>
  attempts.map((attempt, index) => ({
    key: String(index),
    at: attempt.at,
    title: `Attempt ${attempt.number}`,
    tone: attempt.error === null ? 'good' : 'bad',
    detail: <Answer answer={attempt} />,
  }));

function SendAgain({ webhook, delivery: { eventId, eventType } }: Props) {
  const replay = useReplay(webhook.id);
  const showToast = useToast();
  const showFailure = useShowFailure();
  if (!webhook.enabled) return <span>Enable the webhook to send it again.</span>;
  return (
    <Button
      size="small"
      busy={replay.isPending}
      onClick={() =>
        replay.mutate(
          { eventIds: [eventId] },
          {
            onSuccess: () => showToast(`${eventType} is sent again, with the same id and body.`),
            onError: (error) => showFailure('It was not sent again.', error),
          },
        )
      }
    >
      Send again
    </Button>
  );
}
