import type { TargetOptions } from '@fanfare/contract';
import styles from './poll.module.css';

type Props = {
  readonly poll: NonNullable<TargetOptions['poll']>;
  /** The line below the choices. */
  readonly closing: string;
};

/** A poll before the first vote. */
export const Poll = ({ poll: { question, options }, closing }: Props) => (
  <div className={styles.poll}>
    {question && (
      <p className={styles.question} dir="auto">
        {question}
      </p>
    )}
    <ul aria-label="Choices of the poll">
      {options.map((choice, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice is what stands at its place.
        <li key={i} dir="auto">
          {choice}
        </li>
      ))}
    </ul>
    <p className={styles.closing}>{closing}</p>
  </div>
);
