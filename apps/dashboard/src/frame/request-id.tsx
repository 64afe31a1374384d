import { CopyButton } from './copy-button.tsx';
import styles from './request-id.module.css';

/** The id of a failed request, to be copied: support and the log find the request by it. */
export function RequestId({ id }: { readonly id: string }) {
  return (
    <span className={styles.request}>
      Request <code>{id}</code> <CopyButton text={id} label="Copy request id" />
    </span>
  );
}
