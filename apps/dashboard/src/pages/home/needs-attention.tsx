import type { Account, Post } from '@fanfare/sdk';
import { AccountName } from '../../accounts/account-name.tsx';
import { useAccounts } from '../../accounts/queries.ts';
import { Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { NetworkMark, networkName } from '../../icons/network-mark.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { useToast } from '../../parts/toast.tsx';
import { PostLine } from '../../posts/post-line.tsx';
import { useDismiss, usePostLinks } from '../../posts/post-links.ts';
import { lineOf } from '../../posts/post-text.ts';
import { remedyOf } from '../../posts/remedies.ts';
import { mayBeLive } from '../../posts/status.tsx';
import styles from './needs-attention.module.css';
import { useOpenFailures } from './queries.ts';

/** Failures since yesterday, and accounts that cannot publish. */
export function NeedsAttention() {
  const posts = useOpenFailures();
  const accounts = useAccounts();
  const { data: links } = usePostLinks(posts.data ?? []);
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
          <AccountLine key={account.id} account={account} accounts={accounts.data ?? []} />
        ))}
        {posts.data?.map((post) => (
          <PostLine
            key={post.id}
            post={post}
            links={links?.get(post.id)}
            note={whyOf(post)}
            action={<Dismiss post={post} />}
          />
        ))}
      </ul>
    </Section>
  );
}

/** Says what happened to the target that matters most, and the remedy. */
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

/** For what is dealt with elsewhere, or is not worth it. */
function Dismiss({ post }: { readonly post: Post }) {
  const dismiss = useDismiss();
  const showToast = useToast();
  const showFailure = useShowFailure();
  return (
    <Button
      size="small"
      busy={dismiss.isPending}
      onClick={() =>
        // The line is gone when the answer comes, and callbacks of the line with it.
        void dismiss.mutateAsync({ postId: post.id, isDismissed: true }).then(
          () => showToast('The post is dismissed. Its page takes that back.'),
          (error: unknown) => showFailure('The post was not dismissed.', error),
        )
      }
    >
      Dismiss<span className="unseen"> {lineOf(post)}</span>
    </Button>
  );
}

type AccountLineProps = { readonly account: Account; readonly accounts: readonly Account[] };

function AccountLine({ account, accounts }: AccountLineProps) {
  const { id, platform, status } = account;
  return (
    <li className={styles.account}>
      <NetworkMark network={platform} />
      <span className={styles.name}>
        <AccountName account={account} among={accounts} />
      </span>
      <Badge tone="bad">{status === 'revoked' ? 'Access revoked' : 'Expired'}</Badge>
      <ButtonLink size="small" href={`/accounts/${id}`}>
        Reconnect
      </ButtonLink>
    </li>
  );
}
