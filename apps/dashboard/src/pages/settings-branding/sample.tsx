import type { Scheme } from '@fanfare/design-tokens';
import { NetworkMark } from '../../icons/network-mark.tsx';
import { useCurrent } from '../../session/current.ts';
import styles from './sample.module.css';

const TITLES: Record<Scheme, string> = { light: 'In light mode', dark: 'In dark mode' };

/** A connect page as people see it, small. */
export function Sample({ scheme }: { readonly scheme: Scheme }) {
  const { session, project } = useCurrent();
  const { name, logoUrl } = session.installation;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{TITLES[scheme]}</figcaption>
      <div className={`${styles.ground} ${styles[scheme]}`}>
        <div className={styles.paper}>
          <p className={styles.brand}>
            {logoUrl !== null && <img src={logoUrl} alt="" />}
            <bdi>{name}</bdi>
          </p>
          <div className={styles.who}>
            {project.logoUrl !== null && <img src={project.logoUrl} alt="" />}
            <span>
              <NetworkMark network="threads" named />
            </span>
          </div>
          <p className={styles.title}>Connect your Threads account to {project.name}?</p>
          <p className={styles.text}>
            <strong>{project.name}</strong> asks to publish to your account.
          </p>
          <p className={styles.button}>Continue to Threads</p>
          <p className={styles.plain}>Cancel, connect nothing</p>
        </div>
      </div>
    </figure>
  );
}
