import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

type Tab = { readonly value: string; readonly label: string; readonly content: ReactNode };

/** Views of one thing, one at a time. Arrow keys move between the tabs. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  /** For screen readers: what the views are of. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** With `onChange`: the tab that is shown. Otherwise the first one is, at first. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}) {
  const chosen = value === undefined ? { defaultValue: tabs[0]?.value } : { value };
  return (
    <Base.Root {...chosen} onValueChange={(next) => onChange?.(String(next))} className={styles.root}>
      <Base.List aria-label={label} activateOnFocus className={styles.list}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles.panel}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
