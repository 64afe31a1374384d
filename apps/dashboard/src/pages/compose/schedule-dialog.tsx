import { useState } from 'react';
import { nextHour, readFutureTime } from '../../frame/local-time.ts';
import { LocalTimeField } from '../../frame/local-time-field.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';

type Props = {
  readonly open: boolean;
  readonly chosen: string;
  readonly onChange: (publishAt: string) => void;
  readonly onClose: () => void;
  readonly onSchedule: (at: Date) => Promise<void>;
};

/** Date and time in the zone of the person, with UTC beside it. */
export function ScheduleDialog({ open, chosen, onChange, onClose, onSchedule }: Props) {
  const [suggested] = useState(() => nextHour(new Date()));
  const [now, setNow] = useState(() => new Date());
  const text = chosen || suggested;
  const time = readFutureTime(text, now);
  const schedule = (): void => {
    // The page may have been open for long.
    const pressedAt = new Date();
    const current = readFutureTime(text, pressedAt);
    setNow(pressedAt);
    if ('at' in current) void onSchedule(current.at);
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Schedule post"
      description="It goes out by itself, also while nobody is here."
      confirm="Schedule post"
      kind="primary"
      disabled={'problem' in time}
      onConfirm={schedule}
    >
      <LocalTimeField
        label="Date and time"
        text={text}
        time={time}
        onChange={(next) => {
          setNow(new Date());
          onChange(next);
        }}
      />
    </ConfirmDialog>
  );
}
