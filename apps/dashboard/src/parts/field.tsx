import { type ComponentProps, type ReactNode, useId } from 'react';
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
