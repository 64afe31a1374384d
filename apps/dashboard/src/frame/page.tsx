import { type ReactNode, useEffect, useRef } from 'react';
import { useCurrent } from '../session/current.ts';
import styles from './page.module.css';

type Props = {
  /** Also in the title of the tab. */
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons; the most important one last. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The beginning of every page: title, title of the document, focus after a change of page. */
export function Page({ title, description, actions, children }: Props) {
  const { project, session } = useCurrent();
  const { name } = session.installation;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${project.name} · ${name}`;
  }, [title, project.name, name]);
  useEffect(() => focusAfterNavigation(heading.current), []);
  return (
    <>
      <header className={styles.header}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </>
  );
}

let isFirstPage = true;

/** Moves the focus to the title of a new page, for screen readers. The first page keeps its own. */
function focusAfterNavigation(heading: HTMLElement | null): void {
  if (!isFirstPage) heading?.focus({ preventScroll: true });
  isFirstPage = false;
}

/** A part of a page with its own heading. */
export function Section({ title, description, actions, children }: Props) {
  return (
    <section className={styles.section}>
      <header className={styles.sectionHeader}>
        <div>
          <h2 className={styles.sectionTitle}>{title}</h2>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
