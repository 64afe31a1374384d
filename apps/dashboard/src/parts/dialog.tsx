import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { PopupHomeContext } from './popup-home.ts';

type Props = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the end, the most important one last. */
  readonly actions?: ReactNode;
};

/** A window above the page. It keeps the focus and returns it; Escape closes it. */
export function Dialog({ open, onClose, title, description, children, actions }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} className={styles.popup}>
          <PopupHomeContext value={popup}>
            {/* It scrolls, and the lists that open beside it are not cut off. */}
            <div className={styles.window}>
              <header className={styles.header}>
                <Base.Title className={styles.title}>{title}</Base.Title>
                <Base.Close render={<Button kind="quiet" size="small" icon={<X aria-hidden />} aria-label="Close" />} />
              </header>
              {description && <Base.Description className={styles.description}>{description}</Base.Description>}
              {children && <div className={styles.body}>{children}</div>}
              {actions && <footer className={styles.actions}>{actions}</footer>}
            </div>
          </PopupHomeContext>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type FormActionsProps = {
  /** Id of the form that is sent. */
  readonly form: string;
  /** The action: “Create key”. */
  readonly submit: string;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onCancel: () => void;
};

/** The buttons of a window with a form. */
export function FormActions({ form, submit, busy, disabled, onCancel }: FormActionsProps) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button kind="primary" type="submit" form={form} busy={busy} disabled={disabled}>
        {submit}
      </Button>
    </>
  );
}

type ConfirmProps = Omit<Props, 'actions'> & {
  /** The action: “Revoke key”. */
  readonly confirm: string;
  /** The button that leaves everything as it is; “Cancel” unless it could mean the other button. */
  readonly keep?: string;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
};

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ confirm, keep = 'Cancel', busy = false, onConfirm, ...dialog }: ConfirmProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{keep}</Button>
          <Button kind="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
