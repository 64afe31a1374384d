import type { JsonSchema } from '@fanfare/sdk';
import { optionLines } from './option-lines.ts';
import styles from './other-options.module.css';

type Props = {
  readonly options: Readonly<Record<string, unknown>>;
  readonly draws: readonly string[];
  readonly schema: JsonSchema | undefined;
};

/** Everything that is set and that the picture above does not show. */
export function OtherOptions({ options, draws, schema }: Props) {
  const lines = optionLines(options, draws, schema);
  if (lines.length === 0) return null;
  return (
    <dl className={styles.lines}>
      {lines.map(({ path, label, value }) => (
        <div key={path}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
