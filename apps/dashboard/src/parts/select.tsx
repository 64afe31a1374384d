import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import popup from './popup.module.css';
import { usePopupHome } from './popup-home.ts';
import styles from './select.module.css';

type Props<Value extends string> = {
  /** The id of the field around it, or `aria-label` without one. */
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly disabled?: boolean;
};

/** One of a few values. */
export function Select<Value extends string>({ value, onChange, options, disabled, ...trigger }: Props<Value>) {
  const home = usePopupHome();
  return (
    // The policy of the page allows no style elements.
    <CSPProvider disableStyleElements>
      <Base.Root
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        items={options}
        disabled={disabled ?? false}
      >
        <Base.Trigger {...trigger} className={styles.trigger}>
          <Base.Value />
          <Base.Icon className={styles.icon}>
            <ChevronsUpDown aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal container={home}>
          <Base.Positioner align="start" sideOffset={4} alignItemWithTrigger={false} className={popup.positioner}>
            <Base.Popup className={popup.popup}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={popup.item}>
                  <span className={popup.text}>
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.hint && <span className={popup.hint}>{option.hint}</span>}
                  </span>
                  <Base.ItemIndicator className={popup.mark}>
                    <Check aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

type FieldProps<Value extends string> = Pick<Props<Value>, 'value' | 'onChange' | 'options'> & {
  readonly label: string;
  readonly hint?: ReactNode;
};

/** A field with one of a few values. */
export const SelectField = <Value extends string>({ label, hint, ...select }: FieldProps<Value>) => (
  <Field label={label} hint={hint}>
    {({ id, 'aria-describedby': describedBy }) => <Select id={id} aria-describedby={describedBy} {...select} />}
  </Field>
);
