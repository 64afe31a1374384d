import type { MediaFile } from '@fanfare/sdk';
import { useState } from 'react';
import { Empty } from '../../../frame/empty.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { Waiting } from '../../../frame/waiting.tsx';
import { networkName } from '../../../icons/network-mark.tsx';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { useFilesOfComposer } from './files-context.ts';
import { useRecentFiles } from './queries.ts';
import styles from './recent-files-dialog.module.css';

type Props = {
  readonly open: boolean;
  readonly scope: string;
  readonly platforms: readonly string[];
  readonly onClose: () => void;
};

/** Files that the project has, to use them again. */
export function RecentFilesDialog({ open, scope, platforms, onClose }: Props) {
  const { take } = useFilesOfComposer();
  const { data, error, refetch } = useRecentFiles(open);
  const [chosen, setChosen] = useState<readonly MediaFile[]>([]);
  const close = (): void => {
    setChosen([]);
    onClose();
  };
  const toggle = (file: MediaFile): void =>
    setChosen(isIn(chosen, file) ? chosen.filter(({ id }) => id !== file.id) : [...chosen, file]);
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Recent files"
      description="Pictures and videos that were uploaded to this project, newest first."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            kind="primary"
            disabled={chosen.length === 0}
            onClick={() => {
              take(chosen, scope);
              close();
            }}
          >
            {chosen.length > 1 ? `Use ${chosen.length} files` : 'Use file'}
          </Button>
        </>
      }
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data?.length === 0 && <Empty>This project has no files yet. Those that you upload will be here.</Empty>}
      {data && data.length > 0 && (
        <ul className={styles.files}>
          {data.map((file) => (
            <li key={file.id}>
              <label className={styles.file} data-chosen={isIn(chosen, file) || undefined}>
                <input
                  type="checkbox"
                  className={styles.check}
                  checked={isIn(chosen, file)}
                  onChange={() => toggle(file)}
                />
                <Thumb file={file} />
                <span className={styles.name}>{file.filename}</span>
                <span className={styles.note}>{refusedBy(file, platforms)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const isIn = (files: readonly MediaFile[], file: MediaFile): boolean => files.some(({ id }) => id === file.id);

/** The chosen networks whose rules a file breaks. */
function refusedBy({ problems }: MediaFile, platforms: readonly string[]): string {
  const broken = problems.filter(({ fixedBy }) => fixedBy === undefined);
  const names = [...new Set(broken.map(({ platform }) => platform))].filter((name) => platforms.includes(name));
  return names.length === 0 ? '' : `Not for ${names.map(networkName).join(', ')}`;
}

const Thumb = ({ file: { url, contentType } }: { readonly file: MediaFile }) =>
  contentType.startsWith('video/') ? (
    <video className={styles.thumb} src={url} preload="metadata" muted />
  ) : (
    <img className={styles.thumb} src={url} alt="" loading="lazy" />
  );
