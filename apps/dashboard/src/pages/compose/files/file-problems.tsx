import { NetworkMark } from '../../../icons/network-mark.tsx';
import { problemText } from '../problem-words.ts';
import styles from './file-problems.module.css';
import { useFilesOfComposer } from './files-context.ts';

/** Rules of the chosen networks that a file breaks, at the file. */
export function FileProblems({ fieldId, name }: { readonly fieldId: string; readonly name: string }) {
  const problems = useFilesOfComposer().problems.get(fieldId) ?? [];
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems} aria-label={`Problems of ${name}`}>
      {problems.map(({ rule, message, platform, path }) => (
        <li key={`${platform} ${rule} ${message}`}>
          {platform !== null && <NetworkMark network={platform} />}
          <span>{problemText({ rule, message, path })}</span>
        </li>
      ))}
    </ul>
  );
}
