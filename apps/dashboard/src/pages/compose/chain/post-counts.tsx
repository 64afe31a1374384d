import { networkName } from '../../../icons/network-mark.tsx';
import { useFilesOfComposer } from '../files/files-context.ts';
import styles from './chain.module.css';

/** The length of the text of a field on each network that gets it. */
export function PostCounts({ id, fieldId }: { readonly id: string; readonly fieldId: string }) {
  const counts = useFilesOfComposer().counts.get(fieldId) ?? [];
  return (
    <p id={id} className={styles.counts}>
      {counts.map(({ platform, actual, max }) => (
        <span key={platform} data-over={actual > max || undefined}>
          {networkName(platform)} {actual.toLocaleString('en')} of {max.toLocaleString('en')}
          {actual > max && <span className="unseen"> too long</span>}
        </span>
      ))}
    </p>
  );
}
