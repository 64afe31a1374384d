import type { ReactNode } from 'react';
import fields from './fields.module.css';

type Props = {
  /** The page jumps to it. */
  readonly id: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isShort?: boolean;
  /** Buttons that put something into the text. */
  readonly below?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

const MAX_CHARACTERS = 10_000;

/** A box for text in any direction. */
export function WordsBox({ id, label, hint, isShort = false, below, value, onChange }: Props) {
  return (
    <div className={fields.field}>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={fields.hint}>
          {hint}
        </p>
      )}
      <textarea
        id={id}
        dir="auto"
        className={isShort ? fields.shortBox : fields.box}
        aria-describedby={hint ? `${id}-hint` : undefined}
        value={value}
        maxLength={MAX_CHARACTERS * 2}
        onChange={(event) => onChange(event.target.value)}
      />
      {below}
    </div>
  );
}
