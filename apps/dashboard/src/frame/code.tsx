import styles from './code.module.css';
import { CopyButton } from './copy-button.tsx';

type Props = {
  readonly text: string;
  /** For screen readers: what it is. */
  readonly label: string;
  /** For a key, which is read as a whole: its line is broken. Otherwise the box scrolls. */
  readonly wraps?: boolean;
};

/** Text to copy: a key, a call, a program. */
export function Code({ text, label, wraps = false }: Props) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody scrolls it by keyboard. */}
      <section className={styles.scroll} data-wraps={wraps || undefined} tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <div className={styles.copy}>
        <CopyButton text={text} label={`Copy ${label}`} words="Copy" />
      </div>
    </div>
  );
}
