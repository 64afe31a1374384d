import type { Account, Post } from '@fanfare/sdk';
import { useAccounts } from '../../accounts/queries.ts';
import { Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { NetworkMark, networkName } from '../../icons/network-mark.tsx';
import { Badge } from '../../parts/badge.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { PostLine } from '../../posts/post-line.tsx';
import { remedyOf } from '../../posts/remedies.ts';
import { mayBeLive } from '../../posts/status.tsx';
import styles from './needs-attention.module.css';
import { useFailedPosts } from './queries.ts';

/** What went wrong since yesterday, and accounts that cannot publish. */
export function NeedsAttention() {
  const posts = useFailedPosts();
  const accounts = useAccounts();
  const error = posts.error ?? accounts.error;
  const inactive = accounts.data?.filter(({ status }) => status !== 'active') ?? [];
  const isEmpty = posts.data?.length === 0 && inactive.length === 0;
  return (
    <Section title="Needs attention">
      {error && <Problem error={error} retry={() => void Promise.all([posts.refetch(), accounts.refetch()])} />}
      {isEmpty && (
        <p className={styles.none}>
          Nothing went wrong since yesterday{accounts.data?.length === 0 ? '' : ', and every account can publish'}.
        </p>
      )}
      <ul>
        {inactive.map((account) => (
          <AccountLine key={account.id} account={account} />
        ))}
        {posts.data?.map((post) => (
          <PostLine key={post.id} post={post} note={whyOf(post)} />
        ))}
      </ul>
    </Section>
  );
}

/** What happened to the target that matters most, and what to do. */
function whyOf({ targets }: Post): string {
  const failed = targets.filter((target) => target.status === 'failed');
  const [first] = [...failed.filter(mayBeLive), ...failed];
  if (!first) return '';
  const more = failed.length > 1 ? ` And ${failed.length - 1} more.` : '';
  const { message } = first.errorDetail;
  if (mayBeLive(first))
    return `${networkName(first.platform)} did not say whether it is live: look before you send it again.${more}`;
  const network = networkName(first.platform);
  const what = message.startsWith(network) ? message : `${network}: ${message}`;
  return `${[what, remedyOf(first.errorDetail)].filter(Boolean).join(' ')}${more}`;
}

function AccountLine({ account }: { readonly account: Account }) {
  const { id, platform, username, status } = account;
  return (
    <li className={styles.account}>
      <NetworkMark network={platform} />
      <span className={styles.name}>{username}</span>
      <Badge tone="bad">{status === 'revoked' ? 'Access revoked' : 'Expired'}</Badge>
      <ButtonLink size="small" href={`/accounts/${id}`}>
        Reconnect
      </ButtonLink>
    </li>
  );
}
