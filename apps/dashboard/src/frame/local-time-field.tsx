import { TextField } from '../parts/field.tsx';
import { type ChosenTime, utcText, ZONE } from './local-time.ts';
import styles from './local-time-field.module.css';

type Props = {
  readonly label: string;
  /** The text of the field: `2026-12-24T18:00`. */
  readonly text: string;
  readonly time: ChosenTime;
  readonly onChange: (text: string) => void;
};

/** Date and time in the zone of the person, with UTC below it. */
export function LocalTimeField({ label, text, time, onChange }: Props) {
  return (
    <>
      <TextField
        label={label}
        hint={`In your time zone, ${ZONE()}.`}
        type="datetime-local"
        value={text}
        error={'problem' in time ? time.problem : null}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className={styles.utc}>
        {'at' in time && (
          <>
            {utcText(time.at)}
            {time.note && <> · {time.note}</>}
          </>
        )}
      </p>
    </>
  );
}
