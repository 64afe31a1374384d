import { ChevronsUpDown, UserRound } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useCurrent } from '../session/current.ts';
import styles from './triggers.module.css';

/** The button of the project switcher. It is seen before the code of the menu is there. */
export function ProjectTrigger(button: ComponentProps<'button'>) {
  const { name, logoUrl } = useCurrent().project;
  return (
    <button {...button} type="button" className={styles.project}>
      {logoUrl ? (
        <img src={logoUrl} alt="" className={styles.mark} />
      ) : (
        <span className={styles.mark} aria-hidden>
          {[...name.trim()][0]?.toUpperCase()}
        </span>
      )}
      <span className={styles.name}>
        <span className="unseen">Project: </span>
        {name}
      </span>
      <ChevronsUpDown aria-hidden />
    </button>
  );
}

/** The button of the user menu. */
export function UserTrigger(button: ComponentProps<'button'>) {
  const { email } = useCurrent().session.user;
  return (
    <button {...button} type="button" className={styles.user}>
      <UserRound aria-hidden />
      <span className={styles.email}>
        <span className="unseen">Signed in as </span>
        {email}
      </span>
    </button>
  );
}
