import { Images, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import fields from '../fields.module.css';
import styles from './add-files.module.css';
import { useFilesOfComposer } from './files-context.ts';
import { RecentFilesDialog } from './recent-files-dialog.tsx';

type Props = { readonly id: string; readonly scope: string; readonly platforms: readonly string[] };

/** Takes files of this computer, chosen or dropped, and files of the project. */
export function AddFiles({ id, scope, platforms }: Props) {
  const { upload, isDragged } = useFilesOfComposer();
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.box} data-dragged={isDragged || undefined}>
      <div className={styles.buttons}>
        <Button
          id={id}
          icon={<Upload aria-hidden />}
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          Choose files
        </Button>
        <Button icon={<Images aria-hidden />} onClick={() => setIsOpen(true)}>
          Recent files
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/*,video/*,.pdf,.doc,.docx,.ppt,.pptx"
        onChange={({ target }) => {
          upload([...(target.files ?? [])], scope);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <p id={`${id}-hint`} className={`${fields.hint} ${styles.hint}`}>
        {isDragged ? 'Drop to upload.' : 'Or drop pictures, videos and documents on this page, or paste them.'}
      </p>
      <RecentFilesDialog open={isOpen} scope={scope} platforms={platforms} onClose={() => setIsOpen(false)} />
    </div>
  );
}
