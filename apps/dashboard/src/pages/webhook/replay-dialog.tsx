import type { EventType, ReplayOfTime, Webhook } from '@fanfare/sdk';
import { useState } from 'react';
import { readLocalTime, toLocalText, ZONE } from '../../frame/local-time.ts';
import { Problem } from '../../frame/problem.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select.tsx';
import { useToast } from '../../parts/toast.tsx';
import { EventsField } from '../../webhooks/events-field.tsx';
import styles from './deliveries.module.css';
import { useReplay } from './queries.ts';

type Props = { readonly webhook: Webhook; readonly open: boolean; readonly onClose: () => void };

type Which = NonNullable<ReplayOfTime['status']> | '';
const WHICH: readonly { readonly value: Which; readonly label: string }[] = [
  { value: '', label: 'Failed and missed' },
  { value: 'failed', label: 'Failed' },
  { value: 'missed', label: 'Missed' },
  { value: 'delivered', label: 'Delivered' },
];

const DAY_MS = 86_400_000;
const MOST_AT_ONCE = 10_000;

/** Sends the deliveries of a time again. */
export function ReplayDialog({ webhook, open, onClose }: Props) {
  const replay = useReplay(webhook.id);
  const showToast = useToast();
  const [since, setSince] = useState(() => toLocalText(new Date(Date.now() - DAY_MS)));
  const [until, setUntil] = useState('');
  const [which, setWhich] = useState<Which>('');
  const [events, setEvents] = useState<EventType[]>([]);
  const from = readLocalTime(since);
  const to = until === '' ? null : readLocalTime(until);
  const isBackwards = 'at' in from && to !== null && 'at' in to && to.at <= from.at;
  const isReady = webhook.enabled && 'at' in from && (to === null || 'at' in to) && !isBackwards;
  const close = (): void => {
    onClose();
    replay.reset();
  };
  const send = (): void => {
    if (!isReady) return;
    const request: ReplayOfTime = {
      since: from.at,
      ...(to !== null && 'at' in to && { until: to.at }),
      ...(which !== '' && { status: which }),
      ...(events.length > 0 && { events }),
    };
    replay.mutate(request, {
      onSuccess: (count) => {
        close();
        showToast(sentenceOf(count));
      },
    });
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Send a range again"
      description={
        webhook.enabled
          ? 'Each event is sent with the same id and body as before, so that your receiver recognises what it has.'
          : 'The webhook is disabled. Enable it first.'
      }
      confirm="Send again"
      kind="primary"
      busy={replay.isPending}
      disabled={!isReady}
      onConfirm={send}
    >
      <div className={styles.range}>
        <TextField
          label="From"
          hint={`In your time zone, ${ZONE()}.`}
          type="datetime-local"
          value={since}
          error={'problem' in from ? from.problem : null}
          onChange={(event) => setSince(event.target.value)}
        />
        <TextField
          label="Until"
          hint="Empty for now."
          type="datetime-local"
          value={until}
          error={isBackwards ? 'Must be later than the start.' : to && 'problem' in to ? to.problem : null}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      <SelectField label="Which deliveries" value={which} onChange={setWhich} options={WHICH} />
      <EventsField label="Events" every="Every type" chosen={events} onChange={setEvents} />
      {replay.error && <Problem error={replay.error} />}
    </ConfirmDialog>
  );
}

function sentenceOf(count: number): string {
  if (count === 0) return 'No delivery in this time range needed to be sent again.';
  if (count === MOST_AT_ONCE) return 'The oldest 10,000 deliveries are sent again. Repeat it for the rest.';
  return `${count.toLocaleString('en')} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again.`;
}
