import { Link, useLocation } from 'wouter';
import { preload } from '../location/preload.ts';
import styles from './nav-links.module.css';
import { type Destination, leadsTo } from './navigation.ts';

/** A group of links with the current page. `bar` is the form at the lower edge of a phone. */
export function NavLinks({
  to,
  kind = 'list',
  onGo,
}: {
  readonly to: readonly Destination[];
  readonly kind?: 'list' | 'bar';
  readonly onGo?: () => void;
}) {
  const [location] = useLocation();
  return (
    <ul className={styles[kind]}>
      {to.map((destination) => (
        <li key={destination.href}>
          <Link
            href={destination.href}
            className={styles.link}
            aria-current={leadsTo(destination, location) ? 'page' : undefined}
            onPointerEnter={() => preload(destination.href)}
            onFocus={() => preload(destination.href)}
            onClick={onGo}
          >
            <destination.Icon aria-hidden />
            {destination.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
