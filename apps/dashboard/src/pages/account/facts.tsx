import type { AccountFacts } from '@fanfare/app-contract';
import type { Account } from '@fanfare/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../frame/copy-button.tsx';
import { OutsideLink } from '../../frame/outside-link.tsx';
import { Time } from '../../frame/time.tsx';
import { networkName } from '../../icons/network-mark.tsx';
import styles from './facts.module.css';

type Props = { readonly account: Account; readonly facts: AccountFacts };

/** Known facts of an account, for people and for code. */
export function Facts({ account, facts }: Props) {
  const { id, platform, platformUserId, profileId, status, connectedAt, hub } = account;
  const network = networkName(platform);
  const { lastPublished } = facts;
  return (
    <dl className={styles.facts}>
      <Fact label="Last published">
        {lastPublished ? (
          <>
            <Link href={`/posts/${lastPublished.postId}`}>
              <Time at={lastPublished.at} />
            </Link>
            {lastPublished.url && <OutsideLink href={lastPublished.url}>Open on {hub?.name ?? network}</OutsideLink>}
          </>
        ) : (
          <>Nothing yet. {status === 'active' && <Link href="/compose">Compose a post</Link>}</>
        )}
      </Fact>
      <Fact label="Connected">
        <Time at={connectedAt} copyable />
      </Fact>
      {facts.endsAt && (
        <Fact label="Access ends">
          <Time at={facts.endsAt} copyable />
        </Fact>
      )}
      {hub && (
        <>
          <Fact label="Software">{SOFTWARE[hub.type] ?? hub.type}</Fact>
          <Fact label="Default space">{hub.defaultSpaceSlug ?? 'The default of the hub'}</Fact>
        </>
      )}
      <Fact label="Profile id">
        {profileId === undefined ? <Quiet>None</Quiet> : <Id text={profileId} of="profile id" />}
      </Fact>
      <Fact label="Account id">
        <Id text={id} of="account id" />
      </Fact>
      <Fact label={hub ? 'Id at the hub' : `Id on ${network}`}>
        <Id text={platformUserId} of="id" />
      </Fact>
      {!hub && (
        <Fact label="Permissions">
          {facts.scopes.length === 0 ? (
            <Quiet>None: its access is gone.</Quiet>
          ) : (
            <ul className={styles.scopes} aria-label="Permissions">
              {facts.scopes.map((scope) => (
                <li key={scope}>
                  <code>{scope}</code>
                </li>
              ))}
            </ul>
          )}
        </Fact>
      )}
    </dl>
  );
}

const SOFTWARE: Readonly<Record<string, string>> = { wordpress: 'WordPress', micropub: 'Micropub' };

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const Id = ({ text, of }: { readonly text: string; readonly of: string }) => (
  <>
    <code>{text}</code> <CopyButton text={text} label={`Copy ${of}`} />
  </>
);

const Quiet = ({ children }: { readonly children: ReactNode }) => <span className={styles.quiet}>{children}</span>;
