import type { ComponentProps } from 'react';
import { Link, useLocation } from 'wouter';
import { Page } from '../frame/page.tsx';
import { preload } from '../location/preload.ts';
import styles from './settings-frame.module.css';

const PAGES = [
  { href: '/settings/keys', label: 'API keys' },
  { href: '/settings/apps', label: 'Connected apps' },
  { href: '/settings/members', label: 'Members' },
  { href: '/settings/project', label: 'Project' },
  { href: '/settings/branding', label: 'Branding' },
  { href: '/settings/sessions', label: 'Sessions' },
];

/** A page of the settings, with links to the others above it. */
export function SettingsFrame(page: ComponentProps<typeof Page>) {
  const [location] = useLocation();
  return (
    <>
      <nav aria-label="Settings" className={styles.nav}>
        {PAGES.map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            className={styles.link}
            aria-current={location === href ? 'page' : undefined}
            onPointerEnter={() => preload(href)}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Page {...page} />
    </>
  );
}
