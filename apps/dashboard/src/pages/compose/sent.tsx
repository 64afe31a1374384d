import type { Account, Post, Target } from '@fanfare/sdk';
import { ExternalLink } from 'lucide-react';
import { AccountName } from '../../accounts/account-name.tsx';
import { useAccounts } from '../../accounts/queries.ts';
import { utcText } from '../../frame/local-time.ts';
import { Page } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { NetworkMark, networkName } from '../../icons/network-mark.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { LinkedPosts } from '../../posts/linked-posts.tsx';
import { usePostLinks } from '../../posts/post-links.ts';
import { remedyOf, withoutCode } from '../../posts/remedies.ts';
import { mayBeLive, statusOfPost, TargetBadge } from '../../posts/status.tsx';
import { useLivePost } from '../../posts/use-live-post.ts';
import type { TargetForm } from './form.ts';
import styles from './sent.module.css';

/** The progress of the post: its targets settle while the page is open. */
export function Sent({ postId, isReplay }: { readonly postId: string; readonly isReplay: boolean }) {
  const { data: post, error, refetch } = useLivePost(postId);
  const { data: accounts = [] } = useAccounts();
  const links = usePostLinks([{ id: postId }]).data?.get(postId);
  return (
    <Page
      title={post ? titleOf(post) : 'Post'}
      actions={
        <>
          <ButtonLink href="/compose">Compose another</ButtonLink>
          <ButtonLink kind="primary" href={`/posts/${postId}`}>
            Open post
          </ButtonLink>
        </>
      }
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!post && !error && <Waiting rows={5} />}
      {isReplay && (
        <p className={styles.note} role="status">
          This post was sent before, by an earlier press or in another tab. This is that post; nothing was published a
          second time.
        </p>
      )}
      {links && (
        <p className={styles.quiet}>
          <LinkedPosts links={links} />
        </p>
      )}
      {post && <TargetLines post={post} accounts={accounts} />}
      {post?.publishAt && post.status === 'scheduled' && (
        <p className={styles.quiet}>
          It goes out on {longTime(post.publishAt)} ({utcText(new Date(post.publishAt))}), also while nobody is here.
        </p>
      )}
      {post?.status === 'publishing' && <SafeToClose />}
    </Page>
  );
}

const longTime = (at: string): string => new Date(at).toLocaleString('en', { dateStyle: 'full', timeStyle: 'short' });

function titleOf(post: Post): string {
  if (post.status === 'publishing') return 'Publishing';
  return statusOfPost(post).label === 'May be live' ? 'Sent, and may be live' : statusOfPost(post).label;
}

export const SafeToClose = () => (
  <p className={styles.quiet}>
    You can close this page: publishing goes on without it, and the post’s page shows the result.
  </p>
);

/** While the answer to what was sent is missing. */
export const ServerIsAway = ({ onBack }: { readonly onBack: () => void }) => (
  <div role="status">
    <p className={styles.note}>
      The server does not answer. This page asks again until it does, and then shows what became of the post. It goes
      out once, however often it is sent.
    </p>
    <Button onClick={onBack}>Back to the text</Button>
  </div>
);

function Name({ accounts, accountId }: { readonly accounts: readonly Account[]; readonly accountId: string }) {
  const account = accounts.find(({ id }) => id === accountId);
  return (
    <span className={styles.name}>
      {account ? <AccountName account={account} among={accounts} /> : 'Removed account'}
    </span>
  );
}

function TargetLines({ post, accounts }: { readonly post: Post; readonly accounts: readonly Account[] }) {
  return (
    <ul className={styles.targets} aria-label="Targets" aria-live="polite">
      {post.targets.map((target) => (
        <li key={target.id} className={styles.target}>
          <NetworkMark network={target.platform} />
          <Name accounts={accounts} accountId={target.accountId} />
          <span>
            <TargetBadge target={target} isScheduled={post.status === 'scheduled'} />
          </span>
          {target.url && (
            <a href={target.url} target="_blank" rel="noreferrer" className={styles.link}>
              Open on {networkName(target.platform)} <ExternalLink aria-hidden />
            </a>
          )}
          <Outcome target={target} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ target }: { readonly target: Target }) {
  if (target.status === 'failed') {
    const { message } = target.errorDetail;
    if (mayBeLive(target))
      return (
        <p className={styles.outcome}>
          {networkName(target.platform)} did not say whether it is live: look before you send it again.
        </p>
      );
    return <p className={styles.outcome}>{[message, remedyOf(target.errorDetail)].filter(Boolean).join(' ')}</p>;
  }
  if (target.commentStatus === 'failed')
    return (
      <p className={styles.outcome}>The post is live, its first comment is not: {withoutCode(target.commentError)}</p>
    );
  return null;
}

/** The same lines while the post is on its way and has no id yet. */
export function OnItsWay({
  targets,
  accounts,
}: {
  readonly targets: readonly TargetForm[];
  readonly accounts: readonly Account[];
}) {
  return (
    <ul className={styles.targets} aria-label="Targets">
      {targets.map(({ accountId, platform }) => (
        <li key={accountId} className={styles.target}>
          <NetworkMark network={platform} />
          <Name accounts={accounts} accountId={accountId} />
          <span>
            <Badge>Publishing</Badge>
          </span>
        </li>
      ))}
    </ul>
  );
}
