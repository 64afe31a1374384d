import type { EventType } from '@fanfare/sdk';
import { useId, useState } from 'react';
import { EVENT_GROUPS } from './event-types.ts';
import styles from './webhook-fields.module.css';

type EventsProps = {
  readonly label: string;
  /** Words of the choice of all. */
  readonly every: string;
  /** Empty for every type. */
  readonly chosen: readonly EventType[];
  readonly onChange: (chosen: EventType[]) => void;
};

/** Every type of event, or only some. */
export function EventsField({ label, every, chosen, onChange }: EventsProps) {
  const name = useId();
  // Without it nobody could begin to choose: none chosen means all.
  const [isOnlySome, setIsOnlySome] = useState(chosen.length > 0);
  const choose = (onlySome: boolean): void => {
    setIsOnlySome(onlySome);
    if (!onlySome) onChange([]);
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <label className={styles.check}>
        <input type="radio" name={name} checked={!isOnlySome} onChange={() => choose(false)} />
        {every}
      </label>
      <label className={styles.check}>
        <input type="radio" name={name} checked={isOnlySome} onChange={() => choose(true)} />
        Only these
      </label>
      {isOnlySome && (
        <div className={styles.types}>
          {EVENT_GROUPS.map(({ label: group, types }) => (
            <Checks
              key={group}
              label={group}
              options={types.map((type) => ({ value: type, label: type }))}
              chosen={chosen}
              onChange={(next) => onChange(next as EventType[])}
              isCode
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

type ChecksProps = {
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  /** Names of the API, one below the other. */
  readonly isCode?: boolean;
};

/** Any of a few values. What is chosen elsewhere in the same list stays chosen. */
export function Checks({ label, hint, options, chosen, onChange, isCode = false }: ChecksProps) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={hint && id}>
      <legend className={isCode ? styles.smallLegend : styles.legend}>{label}</legend>
      {hint && (
        <p id={id} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={isCode ? styles.column : styles.line}>
        {options.map(({ value, label: words }) => (
          <label key={value} className={styles.check}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            {isCode ? <code>{words}</code> : words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
