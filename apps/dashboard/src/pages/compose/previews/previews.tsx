import type { Account } from '@fanfare/sdk';
import { memo, useSyncExternalStore } from 'react';
import { kindOf } from '../../../accounts/names.ts';
import { usePlatforms } from '../../../accounts/queries.ts';
import { NetworkMark, networkName } from '../../../icons/network-mark.tsx';
import { Tabs } from '../../../parts/tabs.tsx';
import type { ComposedTarget, Judged } from '../judge.ts';
import { Preview } from './preview.tsx';
import styles from './previews.module.css';

type Props = { readonly judged: Judged; readonly accounts: readonly Account[]; readonly publishAt: string };

/** The post as each network will show it: below one another, on a phone one at a time. */
export const Previews = memo(function Previews({ judged, accounts, publishAt }: Props) {
  const isPhone = useIsPhone();
  const accountOf = ({ target }: ComposedTarget) => accounts.find(({ id }) => id === target.accountId);
  const headingOf = (composed: ComposedTarget): string => {
    const account = accountOf(composed);
    return account ? kindOf(account) : networkName(composed.target.platform);
  };
  const { data: platforms = [] } = usePlatforms();
  const time = timeOf(publishAt);
  const preview = (composed: ComposedTarget) => {
    const account = accountOf(composed);
    return (
      <Preview
        composed={composed}
        account={account}
        username={account?.username ?? ''}
        time={time}
        platform={platforms.find(({ platform }) => platform === composed.target.platform)}
      />
    );
  };
  return (
    <section className={styles.previews} aria-label="Previews">
      {judged.targets.length === 0 && <p className={styles.none}>Choose an account to see how the post will look.</p>}
      {isPhone && judged.targets.length > 0 && (
        <Tabs
          label="Networks"
          tabs={judged.targets.map((composed) => ({
            value: composed.target.accountId,
            label: headingOf(composed),
            content: preview(composed),
          }))}
        />
      )}
      {!isPhone &&
        judged.targets.map((composed) => (
          <div key={composed.target.accountId}>
            <h2 className={styles.network}>
              <NetworkMark network={composed.target.platform} named /> {headingOf(composed)}
            </h2>
            {preview(composed)}
          </div>
        ))}
    </section>
  );
});

const PHONE = matchMedia('(max-width: 720px)');

const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      PHONE.addEventListener('change', changed);
      return () => PHONE.removeEventListener('change', changed);
    },
    () => PHONE.matches,
  );

function timeOf(publishAt: string): string {
  const at = new Date(publishAt);
  if (Number.isNaN(at.getTime())) return 'now';
  return at.toLocaleString('en', { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });
}
