import { Check } from 'lucide-react';
import { Link } from 'wouter';
import { Section } from '../../frame/page.tsx';
import styles from './first-steps.module.css';
import { useFirstSteps } from './queries.ts';

/** The way to the first post; gone once one is out. */
export function FirstSteps() {
  const { data } = useFirstSteps();
  if (!data || data.hasPublished) return null;
  const steps = [
    {
      done: data.hasAccount,
      href: '/accounts',
      label: 'Connect an account',
      why: 'Instagram, Threads, X, LinkedIn or your own hub.',
    },
    {
      done: data.hasKey,
      href: '/settings/keys',
      label: 'Create an API key',
      why: 'For your own code. This dashboard needs none.',
    },
    {
      done: data.hasPublished,
      href: '/compose',
      label: 'Publish the first post',
      why: 'Here, or with the key and one call.',
    },
  ];
  return (
    <Section title="First steps">
      <ol className={styles.steps}>
        {steps.map(({ done, href, label, why }, at) => (
          <li key={href} className={styles.step} data-done={done || undefined}>
            <span className={styles.mark} aria-hidden>
              {done ? <Check /> : at + 1}
            </span>
            <div>
              <Link href={href} className={styles.link}>
                {label}
                {done && <span className="unseen"> (done)</span>}
              </Link>
              <p>{why}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
