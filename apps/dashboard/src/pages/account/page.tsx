import type { Account } from '@fanfare/sdk';
import { useState } from 'react';
import { Avatar } from '../../accounts/avatar.tsx';
import { type Outcome, useConnect, useOutcome } from '../../accounts/connect-flow.ts';
import { HubDialog } from '../../accounts/hub-dialog.tsx';
import { kindOf } from '../../accounts/names.ts';
import { OutcomeNotice } from '../../accounts/outcome-notice.tsx';
import { profileUrl } from '../../accounts/profile-url.ts';
import { useAllAccounts } from '../../accounts/queries.ts';
import { AccountBadge } from '../../accounts/status.tsx';
import { OutsideLink } from '../../frame/outside-link.tsx';
import { Page, Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { networkName } from '../../icons/network-mark.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { DisconnectDialog } from './disconnect-dialog.tsx';
import { Facts } from './facts.tsx';
import styles from './page.module.css';
import { useAccount, useAccountFacts } from './queries.ts';
import { SpacesSection } from './spaces-section.tsx';
import { StateNotice } from './state-notice.tsx';

const ACCOUNTS = { href: '/accounts', label: 'Show all accounts' };

/** One account: whether it can publish, and what to do where it cannot. */
export default function AccountPage({ id = '' }: { readonly id?: string }) {
  const { data: account, error, refetch } = useAccount(id);
  const facts = useAccountFacts(id);
  const { data: accounts } = useAllAccounts();
  const [outcome, setOutcome] = useOutcome();
  const problem = error ?? facts.error;
  // An outcome names an account: all of it comes at once, so that nothing moves.
  const isWaiting = outcome !== null && accounts === undefined;
  if (problem || !account || !facts.data || isWaiting)
    return (
      <Page title={account?.username ?? 'Account'}>
        {problem ? (
          <Problem error={problem} retry={() => void Promise.all([refetch(), facts.refetch()])} list={ACCOUNTS} />
        ) : (
          <Waiting rows={8} />
        )}
      </Page>
    );
  return <Shown key={id} {...{ account, accounts: accounts ?? [], facts: facts.data, outcome, setOutcome }} />;
}

type ShownProps = {
  readonly account: Account;
  readonly accounts: readonly Account[];
  readonly facts: NonNullable<ReturnType<typeof useAccountFacts>['data']>;
  readonly outcome: Outcome | null;
  readonly setOutcome: (outcome: Outcome | null) => void;
};

function Shown({ account, accounts, facts, outcome, setOutcome }: ShownProps) {
  const { id, platform, username, status, hub } = account;
  const connect = useConnect(`/accounts/${id}`);
  const [asked, setAsked] = useState<'hub' | 'disconnect' | null>(null);
  const url = profileUrl(account);
  const close = (): void => setAsked(null);
  const needsReconnect = status !== 'active';
  return (
    <Page
      title={username}
      actions={
        <>
          {status !== 'revoked' && <Button onClick={() => setAsked('disconnect')}>Disconnect</Button>}
          <ButtonLink href={`/posts?account=${id}`}>Show posts</ButtonLink>
          <Button
            kind={needsReconnect ? 'primary' : 'secondary'}
            busy={connect.isLeaving}
            onClick={() => (hub ? setAsked('hub') : connect.mutate({ platform }))}
          >
            Reconnect
          </Button>
        </>
      }
    >
      <p className={styles.facts} aria-live="polite">
        <Avatar username={username} network={platform} />
        <span className={styles.network}>{kindOf(account)}</span>
        <AccountBadge account={account} />
        {url && <OutsideLink href={url}>Open on {hub?.name ?? networkName(platform)}</OutsideLink>}
      </p>
      {outcome && (
        <OutcomeNotice
          key={JSON.stringify(outcome)}
          outcome={outcome}
          accounts={accounts}
          wanted={account}
          onClose={() => setOutcome(null)}
        />
      )}
      {connect.error && <Problem error={connect.error} />}
      <StateNotice account={account} facts={facts} />
      <Section title="About this account">
        <Facts account={account} facts={facts} />
      </Section>
      {hub && status === 'active' && <SpacesSection account={account} />}
      <DisconnectDialog account={account} open={asked === 'disconnect'} onClose={close} />
      {hub && (
        <HubDialog
          open={asked === 'hub'}
          onClose={close}
          account={account}
          onConnected={(connected) => setOutcome({ status: 'success', platform, accountId: connected.id })}
        />
      )}
    </Page>
  );
}
