import type { Webhook, WebhookDisabledReason } from '@fanfare/sdk';
import type { ReactNode } from 'react';
import { Time } from '../../frame/time.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { Button } from '../../parts/button.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useUpdateWebhook } from '../../webhooks/queries.ts';
import { longTime } from './long-time.ts';
import styles from './notices.module.css';
import { everything, useReplay } from './queries.ts';

const REASONS: Readonly<Record<WebhookDisabledReason, string>> = {
  by_caller: 'Somebody of your team disabled it, here or with the API.',
  by_receiver: 'Your receiver asked for it: its answer had the header webhook-delivery: disable.',
  gone: 'Your receiver answered 410, which means that the address is gone for good.',
  failing: 'For 5 days every attempt failed, at least 10 of them. Fix the receiver and send a test first.',
};

type Props = {
  readonly webhook: Webhook;
  /** The number of deliveries it missed, in words; null for none. */
  readonly missed: string | null;
};

/** Warnings about a webhook, with the remedy. */
export function Notices({ webhook, missed }: Props) {
  const { enabled, failingSince, pausedUntil, previousSecretExpiresAt } = webhook;
  return (
    <>
      {!enabled && <Disabled webhook={webhook} missed={missed} />}
      {enabled && pausedUntil !== null && (
        <Notice tone="warn" title="Paused by its receiver">
          It answered that it takes nothing before {longTime(pausedUntil)}. Deliveries wait until then; disable and
          enable the webhook to send them now.
        </Notice>
      )}
      {enabled && pausedUntil === null && failingSince !== null && (
        <Notice tone="warn" title="Every attempt fails">
          Nothing has been delivered since <Time at={failingSince} />: the deliveries below say why. After 5 days of
          failures only, and at least 10 attempts, the webhook is disabled.
        </Notice>
      )}
      {enabled && missed !== null && <Missed webhookId={webhook.id} missed={missed} />}
      {previousSecretExpiresAt !== null && (
        <Notice tone="plan" title="Two secrets sign">
          The old secret signs as well until {longTime(previousSecretExpiresAt)}. Give your receiver the new one before.
        </Notice>
      )}
    </>
  );
}

function Disabled({ webhook, missed }: Props) {
  const { id, disabledReason, disabledAt } = webhook;
  const update = useUpdateWebhook(id);
  const showToast = useToast();
  const showFailure = useShowFailure();
  const enable = (): void =>
    update.mutate(
      { enabled: true },
      {
        onSuccess: () => showToast('The webhook is enabled.'),
        onError: (error) => showFailure('The webhook was not enabled.', error),
      },
    );
  return (
    <Notice
      tone={disabledReason === 'by_caller' ? 'plan' : 'bad'}
      title={
        <>
          Disabled
          {disabledAt !== null && (
            <>
              {' '}
              since <Time at={disabledAt} />
            </>
          )}
        </>
      }
      action={
        <Button kind="primary" busy={update.isPending} onClick={enable}>
          Enable webhook
        </Button>
      }
    >
      {disabledReason && REASONS[disabledReason]}{' '}
      {missed === null
        ? 'It has missed nothing so far. Enabled again, it receives what happens from then on.'
        : `It has missed ${deliveries(missed)}. Enable it, then you can send them again: they are kept for 30 days.`}
    </Notice>
  );
}

function Missed({ webhookId, missed }: { readonly webhookId: string; readonly missed: string }) {
  const replay = useReplay(webhookId);
  const showToast = useToast();
  const showFailure = useShowFailure();
  const send = (): void =>
    replay.mutate(
      { since: everything(new Date()), status: 'missed' },
      {
        onSuccess: (count) => showToast(`${deliveries(String(count))} sent again.`),
        onError: (error) => showFailure('Nothing was sent again.', error),
      },
    );
  return (
    <Notice
      tone="plan"
      title={`It missed ${deliveries(missed)}`}
      action={
        <Button busy={replay.isPending} onClick={send}>
          Send missed deliveries
        </Button>
      }
    >
      They are of the time when the webhook was disabled, and are kept for 30 days. Each has the id and the body it
      would have had.
    </Notice>
  );
}

const deliveries = (count: string): string => `${count} ${count === '1' ? 'delivery' : 'deliveries'}`;

type NoticeProps = {
  readonly tone: 'bad' | 'warn' | 'plan';
  readonly title: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

function Notice({ tone, title, action, children }: NoticeProps) {
  return (
    <section className={styles.notice} data-tone={tone}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p>{children}</p>
      </div>
      {action}
    </section>
  );
}
