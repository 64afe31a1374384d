import { X } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import styles from './toast.module.css';

type Toast = { readonly id: number; readonly text: ReactNode; readonly tone: 'plain' | 'bad' };

/** Shows a sentence about what has just happened. `bad` ones stay until they are closed. */
export type ShowToast = (text: ReactNode, tone?: Toast['tone']) => void;

const SHOWN_MS = 6_000;
const MAX_SHOWN = 3;
const ToastContext = createContext<ShowToast>(() => undefined);

export const useToast = (): ShowToast => use(ToastContext);

/** The region of the toasts, at the lower edge. It exists from the start, for screen readers. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const lastId = useRef(0);
  const close = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const show = useCallback<ShowToast>(
    (text, tone = 'plain') => {
      const id = ++lastId.current;
      setToasts((shown) => [...shown, { id, text, tone }].slice(-MAX_SHOWN));
      if (tone === 'plain') setTimeout(() => close(id), SHOWN_MS);
    },
    [close],
  );
  return (
    <ToastContext value={useMemo(() => show, [show])}>
      {children}
      <section className={styles.region} aria-label="Messages" aria-live="polite">
        {toasts.map(({ id, text, tone }) => (
          <div key={id} className={styles.toast} data-tone={tone}>
            <p>{text}</p>
            <Button
              kind="quiet"
              size="small"
              icon={<X aria-hidden />}
              aria-label="Close message"
              onClick={() => close(id)}
            />
          </div>
        ))}
      </section>
    </ToastContext>
  );
}
