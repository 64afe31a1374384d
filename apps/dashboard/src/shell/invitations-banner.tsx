import { BASE_PATH } from '../api/base-path.ts';
import { useCurrent } from '../session/current.ts';
import styles from './offline-banner.module.css';

/** Shown while invitations of other workspaces are open. A page of the server takes the answer. */
export function InvitationsBanner() {
  const { invitations } = useCurrent().session;
  if (invitations === 0) return null;
  return (
    <aside aria-label="Invitations" className={styles.banner}>
      You are invited to {invitations === 1 ? 'another workspace' : `${invitations} other workspaces`}.{' '}
      <a href={`${BASE_PATH}/invitations`}>Accept or decline</a>
    </aside>
  );
}
