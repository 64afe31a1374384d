import { Ellipsis } from 'lucide-react';
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { InvitationsBanner } from './invitations-banner.tsx';
import { NavLinks } from './nav-links.tsx';
import { BAR, leadsTo, MORE, SET_UP, WORK } from './navigation.ts';
import { OfflineBanner } from './offline-banner.tsx';
import styles from './shell.module.css';
import { ProjectTrigger, UserTrigger } from './triggers.tsx';

// Menus and dialogs are a third of the code: it is loaded when somebody is about to open one.
const loadProjectSwitcher = () => import('./project-switcher.tsx');
const loadUserMenu = () => import('./user-menu.tsx');
const loadMoreDialog = () => import('./more-dialog.tsx');
const ProjectSwitcher = lazy(loadProjectSwitcher);
const UserMenu = lazy(loadUserMenu);
const MoreDialog = lazy(loadMoreDialog);

/** The frame around every page: at the side of a screen, above and below on a phone. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.shell}>
      {/* biome-ignore lint/a11y/useValidAnchor: it moves the focus, and leads there without script as well. */}
      <a href="#content" className={styles.skip} onClick={skipToContent}>
        Skip to content
      </a>
      <div className={styles.side}>
        <LazyMenu Trigger={ProjectTrigger} Menu={ProjectSwitcher} load={loadProjectSwitcher} />
        <nav aria-label="Main" className={styles.nav}>
          <NavLinks to={WORK} />
          <NavLinks to={SET_UP} />
        </nav>
        <div className={styles.user}>
          <LazyMenu Trigger={UserTrigger} Menu={UserMenu} load={loadUserMenu} />
        </div>
      </div>
      <div className={styles.content}>
        <OfflineBanner />
        <InvitationsBanner />
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

/** The button of a menu, and the menu itself from the first press on. */
function LazyMenu({
  Trigger,
  Menu,
  load,
}: {
  readonly Trigger: ComponentType<ComponentProps<'button'>>;
  readonly Menu: ComponentType;
  readonly load: () => Promise<unknown>;
}) {
  const [isWanted, setIsWanted] = useState(false);
  if (isWanted)
    return (
      <Suspense fallback={<Trigger aria-haspopup="menu" aria-busy />}>
        <Menu />
      </Suspense>
    );
  return (
    <Trigger
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setIsWanted(true)}
    />
  );
}

/** The navigation of a phone. */
function BottomBar() {
  const [location] = useLocation();
  const [state, setState] = useState<'never opened' | 'open' | 'closed'>('never opened');
  return (
    <nav aria-label="Main" className={styles.bar}>
      <NavLinks to={BAR} kind="bar" />
      <button
        type="button"
        className={styles.more}
        data-current={MORE.some((destination) => leadsTo(destination, location)) || undefined}
        aria-haspopup="dialog"
        onFocus={loadMoreDialog}
        onClick={() => setState('open')}
      >
        <Ellipsis aria-hidden />
        More
      </button>
      {state !== 'never opened' && (
        <Suspense>
          <MoreDialog open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </nav>
  );
}
