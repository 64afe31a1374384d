import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import styles from './field.module.css';

type Texts = {
  readonly label: string;
  /** A hint below the label; null for none. */
  readonly hint?: ReactNode;
  /** The problem and its remedy. */
  readonly error?: string | null;
};

/** Properties that a control inside a field needs. */
export type ControlProps = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

/** A label, a hint and an error around one control. */
export function Field({
  label,
  hint,
  error,
  children,
}: Texts & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** A field of one line. */
export function TextField({ label, hint, error, ...input }: Texts & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Field {...{ label, hint, ...(error !== undefined && { error }) }}>
      {(control) => <input type="text" {...input} {...control} className={styles.control} />}
    </Field>
  );
}

type FinishedProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  readonly value: string;
  readonly onFinish: (value: string) => void;
};

/**
 * A field whose text counts once it is complete: with Enter, or when the field is left. With its
 * value as `key` it takes over a text that comes from elsewhere, such as the back button.
 */
export function FinishedTextField({ value, onFinish, ...field }: FinishedProps) {
  const [written, setWritten] = useState(value);
  const finish = (): void => {
    if (written.trim() !== value) onFinish(written.trim());
  };
  return (
    <TextField
      {...field}
      autoComplete="off"
      spellCheck={false}
      value={written}
      onChange={(event) => setWritten(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && finish()}
    />
  );
}
