import { Ellipsis } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { NavLinks } from './nav-links.tsx';
import { SET_UP, WORK } from './navigation.ts';
import { OfflineBanner } from './offline-banner.tsx';
import styles from './shell.module.css';
import { ProjectTrigger, UserTrigger } from './triggers.tsx';

// Menus and dialogs are a third of the code and are not needed to see a page.
const ProjectSwitcher = lazy(() => import('./project-switcher.tsx'));
const UserMenu = lazy(() => import('./user-menu.tsx'));
const MoreDialog = lazy(() => import('./more-dialog.tsx'));

/** What is around every page: at the side of a screen, above and below on a phone. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.shell}>
      {/* biome-ignore lint/a11y/useValidAnchor: it moves the focus, and leads there without script as well. */}
      <a href="#content" className={styles.skip} onClick={skipToContent}>
        Skip to content
      </a>
      <div className={styles.side}>
        <Suspense fallback={<ProjectTrigger />}>
          <ProjectSwitcher />
        </Suspense>
        <nav aria-label="Main" className={styles.nav}>
          <NavLinks to={WORK} />
          <NavLinks to={SET_UP} />
        </nav>
        <div className={styles.user}>
          <Suspense fallback={<UserTrigger />}>
            <UserMenu />
          </Suspense>
        </div>
      </div>
      <div className={styles.content}>
        <OfflineBanner />
        <main id="content" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <BottomBar />
    </div>
  );
}

function skipToContent(event: { preventDefault(): void }): void {
  // The address stays as it is.
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** The navigation of a phone. */
function BottomBar() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav aria-label="Main" className={styles.bar}>
      <NavLinks to={WORK} kind="bar" />
      <button type="button" className={styles.more} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Ellipsis aria-hidden />
        More
      </button>
      <Suspense>
        <MoreDialog open={isOpen} onClose={() => setIsOpen(false)} />
      </Suspense>
    </nav>
  );
}
