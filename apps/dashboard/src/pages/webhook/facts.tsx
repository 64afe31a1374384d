import type { Webhook } from '@fanfare/sdk';
import type { ReactNode } from 'react';
import { CopyButton } from '../../frame/copy-button.tsx';
import { Section } from '../../frame/page.tsx';
import { Time } from '../../frame/time.tsx';
import { networkName } from '../../icons/network-mark.tsx';
import styles from './facts.module.css';

/** The events that the webhook receives. */
export function Facts({ webhook: { url, events, platforms, profileId, createdAt } }: { readonly webhook: Webhook }) {
  return (
    <Section title="Receives">
      <dl className={styles.facts}>
        <Fact label="Address" isWide>
          <code>{url}</code> <CopyButton text={url} label="Copy address" />
        </Fact>
        <Fact label="Events" isWide={events.length > 1}>
          {events.length === 0 ? 'Every type' : events.map((type) => <code key={type}>{type}</code>)}
        </Fact>
        <Fact label="Networks">{platforms.length === 0 ? 'All' : platforms.map(networkName).join(', ')}</Fact>
        <Fact label="Accounts">
          {profileId ? (
            <>
              Those with the profile id <code>{profileId}</code>
            </>
          ) : (
            'All'
          )}
        </Fact>
        <Fact label="Created">
          <Time at={createdAt} copyable />
        </Fact>
      </dl>
    </Section>
  );
}

type FactProps = { readonly label: string; readonly isWide?: boolean; readonly children: ReactNode };

const Fact = ({ label, isWide = false, children }: FactProps) => (
  <div className={isWide ? styles.wide : undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
