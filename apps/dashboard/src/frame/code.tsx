import styles from './code.module.css';
import { CopyButton } from './copy-button.tsx';

/** Text to copy: a key, a call, a program. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody scrolls it by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label={label}>
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
