import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
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
  /** The element that gets the focus when it closes; the one that had it before without this. */
  readonly focusAfter?: () => HTMLElement | null;
};

/** A window above the page. It keeps the focus and returns it; Escape closes it. */
export function Dialog({ open, onClose, title, description, children, actions, focusAfter }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} className={styles.popup} {...(focusAfter && { finalFocus: focusAfter })}>
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

type FormDialogProps = Omit<Props, 'actions'> & {
  /** The action: “Create key”. */
  readonly submit: string;
  readonly busy: boolean;
  /** Whether everything is filled in. */
  readonly ready: boolean;
  readonly onSubmit: () => void;
};

/** A window with a form. Enter sends it as its button does. */
export function FormDialog({ submit, busy, ready, onSubmit, children, ...dialog }: FormDialogProps) {
  const form = useId();
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} busy={busy} disabled={!ready}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

type ConfirmProps = Omit<Props, 'actions'> & {
  /** The action: “Revoke key”. */
  readonly confirm: string;
  /** The button that leaves everything as it is; “Cancel” unless it could mean the other button. */
  readonly keep?: string;
  /** `danger` unless nothing is lost. */
  readonly kind?: 'primary' | 'danger';
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
};

/** Asks before something is done. */
export function ConfirmDialog({ confirm, keep = 'Cancel', kind = 'danger', onConfirm, ...rest }: ConfirmProps) {
  const { busy = false, disabled = false, ...dialog } = rest;
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{keep}</Button>
          <Button kind={kind} busy={busy} disabled={disabled} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
