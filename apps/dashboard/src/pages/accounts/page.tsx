import type { Account } from '@fanfare/sdk';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useOutcome } from '../../accounts/connect-flow.ts';
import { HubDialog } from '../../accounts/hub-dialog.tsx';
import { kindOf } from '../../accounts/names.ts';
import { OutcomeNotice } from '../../accounts/outcome-notice.tsx';
import { useAccountStates, useAllAccounts } from '../../accounts/queries.ts';
import { Empty } from '../../frame/empty.tsx';
import { Page, Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { networkName } from '../../icons/network-mark.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { AccountLine } from './account-line.tsx';
import { ConnectChoice, ConnectDialog } from './connect-dialog.tsx';
import styles from './page.module.css';

type Asked = 'network' | 'hub' | null;

/** The accounts of the project, those that need somebody first, and how to connect another one. */
export default function AccountsPage() {
  const { data: accounts, error, refetch } = useAllAccounts();
  const states = useAccountStates();
  const [outcome, setOutcome] = useOutcome();
  const [asked, setAsked] = useState<Asked>(null);
  const problem = error ?? states.error;
  const isRead = accounts !== undefined && !states.isPending;
  return (
    <Page
      title="Accounts"
      description="Profiles and pages that this project publishes to."
      actions={
        <Button kind="primary" onClick={() => setAsked('network')}>
          Connect account
        </Button>
      }
    >
      {outcome && accounts && (
        <OutcomeNotice
          key={JSON.stringify(outcome)}
          outcome={outcome}
          accounts={accounts}
          onClose={() => setOutcome(null)}
        />
      )}
      {problem && <Problem error={problem} retry={() => void Promise.all([refetch(), states.refetch()])} />}
      {!problem && !isRead && <Waiting rows={5} />}
      {!problem && isRead && (
        <AccountList accounts={accounts} states={states.data} onConnectHub={() => setAsked('hub')} />
      )}
      <ConnectDialog open={asked === 'network'} onClose={() => setAsked(null)} onConnectHub={() => setAsked('hub')} />
      <HubDialog
        open={asked === 'hub'}
        onClose={() => setAsked(null)}
        onConnected={({ id }) => setOutcome({ status: 'success', platform: 'hub', accountId: id })}
      />
    </Page>
  );
}

const SEARCHED_FROM = 10;

type ListProps = {
  readonly accounts: readonly Account[];
  readonly states: ReturnType<typeof useAccountStates>['data'];
  readonly onConnectHub: () => void;
};

function AccountList({ accounts, states, onConnectHub }: ListProps) {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get('q') ?? '';
  const gone = accounts.filter((account) => isGone(account, states?.get(account.id)?.statusSince));
  const kept = accounts.filter((account) => !gone.includes(account));
  const found = kept.filter((account) => matches(account, search));
  const lines = (some: readonly Account[]) =>
    some.map((account) => (
      <AccountLine key={account.id} account={account} accounts={accounts} state={states?.get(account.id)} />
    ));
  return (
    <>
      {kept.length >= SEARCHED_FROM && (
        <search className={styles.search}>
          <TextField
            label="Search"
            type="search"
            placeholder="Name, network or profile id"
            value={search}
            onChange={({ target }) => setParameters(target.value === '' ? {} : { q: target.value }, { replace: true })}
          />
        </search>
      )}
      {kept.length === 0 && <NoAccount onConnectHub={onConnectHub} />}
      {kept.length > 0 && found.length === 0 && (
        <Empty action={<ButtonLink href="/accounts">Show all accounts</ButtonLink>}>No account matches.</Empty>
      )}
      <ul aria-label="Accounts">
        {lines(found.filter(({ status }) => status !== 'active'))}
        {lines(found.filter(({ status }) => status === 'active'))}
      </ul>
      {gone.length > 0 && (
        <details>
          <summary>{gone.length} no longer connected</summary>
          <ul aria-label="Accounts that are no longer connected">{lines(gone)}</ul>
        </details>
      )}
    </>
  );
}

const MISSED_FOR_MS = 30 * 86_400_000;

/** Disconnected here, or revoked at its network so long ago that nobody misses it. */
function isGone({ status, statusReason }: Account, since = ''): boolean {
  if (status !== 'revoked') return false;
  return statusReason === 'disconnected' || Date.now() - Date.parse(since) > MISSED_FOR_MS;
}

function matches(account: Account, search: string): boolean {
  const { username, platform, profileId } = account;
  const texts = [username, networkName(platform), profileId ?? '', kindOf(account)];
  return texts.some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));
}

/** Leads on to the first account. */
function NoAccount({ onConnectHub }: Pick<ListProps, 'onConnectHub'>) {
  return (
    <Section
      title="Connect the first account"
      description="You sign in at the network, which then brings you back here. Then you can publish to it."
    >
      <ConnectChoice onConnectHub={onConnectHub} />
    </Section>
  );
}
