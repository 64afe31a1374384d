import { BASE_PATH } from '../app/base-path.ts';
import { useCurrent } from '../app/current.tsx';
import styles from './offline-banner.module.css';

/** Shown while invitations of other workspaces wait for an answer. The page of the server takes it. */
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
