import { NetworkMark } from '../../../icons/network-mark.tsx';
import { problemText } from '../problem-words.ts';
import styles from './file-problems.module.css';
import { useFilesOfComposer } from './files-context.ts';
import type { FieldProblem } from './problems-of-fields.ts';

/**
 * Rules of the chosen networks that a file breaks, and what they get instead of it, at the file.
 */
export function FileProblems({ fieldId, name }: { readonly fieldId: string; readonly name: string }) {
  const files = useFilesOfComposer();
  return (
    <>
      <Sentences of={files.problems.get(fieldId)} label={`Problems of ${name}`} className={styles.problems} />
      <Sentences of={files.conversions.get(fieldId)} label={`Conversion of ${name}`} className={styles.conversions} />
    </>
  );
}

type SentencesProps = {
  readonly of: readonly FieldProblem[] | undefined;
  readonly label: string;
  readonly className: string | undefined;
};

const Sentences = ({ of = [], label, className }: SentencesProps) =>
  of.length > 0 && (
    <ul className={`${styles.sentences} ${className}`} aria-label={label}>
      {of.map(({ rule, message, platform, path }) => (
        <li key={`${platform} ${rule} ${message}`}>
          {platform !== null && <NetworkMark network={platform} />}
          <span>{problemText({ rule, message: withoutPlace(message), path })}</span>
        </li>
      ))}
    </ul>
  );

/** The sentence stands at its file. */
const withoutPlace = (message: string): string => message.replace(/^mediaItems\[\d+\](?:\.coverUrl)?: /, '');
