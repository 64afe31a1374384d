import { useSyncExternalStore } from 'react';
import { Button } from '../../../parts/button.tsx';
import fields from '../fields.module.css';
import { useFilesOfComposer } from './files-context.ts';
import type { Progress } from './upload-file.ts';
import styles from './upload-line.module.css';

/** Progress of an upload, or why it failed. Nothing for a file that is not on its way. */
export function UploadLine({ url, name }: { readonly url: string; readonly name: string }) {
  const { uploads } = useFilesOfComposer();
  const state = useSyncExternalStore(uploads.subscribe, () => uploads.stateOf(url));
  if (!state) return null;
  if (state.is === 'failed')
    return (
      <div className={styles.failed}>
        <p className={fields.problem}>{state.message}</p>
        {state.canRetry && (
          <Button size="small" onClick={() => uploads.retry(url)}>
            Try again<span className="unseen"> to upload {name}</span>
          </Button>
        )}
      </div>
    );
  return (
    <div className={styles.line}>
      <progress className={styles.bar} aria-label={`Upload of ${name}`} max={1} value={shareOf(state)} />
      <span className={fields.hint}>{wordsOf(state)}</span>
    </div>
  );
}

const shareOf = (state: Progress): number => (state.is === 'sending' ? state.share : Number(state.is === 'checking'));

function wordsOf(state: Progress): string {
  if (state.is === 'sending')
    return state.isLost ? 'Connection lost. Trying again…' : `${Math.floor(state.share * 100)}%`;
  return state.is === 'waiting' ? 'Waiting…' : 'Checking…';
}
