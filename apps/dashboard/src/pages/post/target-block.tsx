import type { TargetTimeline } from '@fanfare/app-contract';
import type { Account, Post, Target } from '@fanfare/sdk';
import { Link } from 'wouter';
import { kindInRow } from '../../accounts/names.ts';
import { profileUrl } from '../../accounts/profile-url.ts';
import { OutsideLink } from '../../frame/outside-link.tsx';
import { Time } from '../../frame/time.tsx';
import { Timeline } from '../../frame/timeline.tsx';
import { NetworkMark, networkName } from '../../icons/network-mark.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { failedForContent } from '../../posts/failed-for-content.ts';
import { mayBeLive, TargetBadge } from '../../posts/status.tsx';
import { needsReconnect, outcomeOf } from './outcome.ts';
import styles from './target-block.module.css';
import { toShown } from './target-entries.ts';

type Props = {
  readonly post: Post;
  readonly target: Target;
  readonly account: Account | undefined;
  readonly timeline: TargetTimeline | undefined;
};

/** One target: its result and remedy, its comment, its warnings, and its events. */
export function TargetBlock({ post, target, account, timeline }: Props) {
  const name = account?.username ?? networkName(target.platform);
  const { what, next } = outcomeOf(target, post);
  const isUnsure = mayBeLive(target);
  const network = networkName(target.platform);
  return (
    <li className={styles.target} data-unsure={isUnsure || undefined}>
      <div className={styles.head}>
        <NetworkMark network={target.platform} />
        <Link href={`/accounts/${target.accountId}`} className={styles.name}>
          {name}
        </Link>
        {account && <span className={styles.kind}>{kindInRow(account)}</span>}
        <TargetBadge target={target} isScheduled={post.status === 'scheduled'} />
      </div>
      <p className={styles.what}>{what}</p>
      {next && <p className={styles.next}>{next}</p>}
      <ul className={styles.notes}>
        {target.requested.firstComment !== null && <Comment target={target} />}
        {target.firstComments?.map((comment, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a comment is what stands at its place.
          <li key={i}>
            Comment ({FOLLOW_UP[comment.status]}
            {comment.status === 'pending' && comment.dueAt && (
              <>
                , <Time at={comment.dueAt} />
              </>
            )}
            ): “{target.requested.firstComments?.[i]?.content}”{comment.error && ` ${comment.error}`}
          </li>
        ))}
        {target.warnings.map(({ code, message }) => (
          <li key={code}>Warning: {message}</li>
        ))}
      </ul>
      {target.thread && <Chain thread={target.thread} target={target} />}
      <div className={styles.links}>
        {target.url && target.unpublishedAt === null && <OutsideLink href={target.url}>Open on {network}</OutsideLink>}
        {isUnsure && <LookAt account={account} target={target} />}
        {target.status === 'failed' && !isUnsure && needsReconnect(target, account) && (
          <ButtonLink size="small" href={`/accounts/${target.accountId}`}>
            Reconnect account
          </ButtonLink>
        )}
        {failedForContent(target) && (
          <ButtonLink size="small" href={`/compose?from=${post.id}&change`}>
            Duplicate and change
          </ButtonLink>
        )}
      </div>
      {timeline && (
        <details className={styles.details}>
          <summary>What happened</summary>
          <Timeline label={`What happened on ${network}, ${name}`} entries={toShown(timeline)} />
        </details>
      )}
    </li>
  );
}

const FOLLOW_UP = { pending: 'to come', published: 'published', failed: 'not published', skipped: 'not sent' };

/** The posts of a chain, each with its end. */
function Chain({ thread, target }: { readonly thread: NonNullable<Target['thread']>; readonly target: Target }) {
  return (
    <ol className={styles.chain} aria-label="Posts of the chain">
      {thread.map(({ status, url, error }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a post is what stands at its place.
        <li key={i} data-status={status}>
          <span className={styles.part}>{target.requested.thread?.[i]?.content}</span>
          <span className={styles.end}>
            {url ? <OutsideLink href={url}>{FOLLOW_UP[status]}</OutsideLink> : FOLLOW_UP[status]}
          </span>
          {error && <span className={styles.partError}>{error}</span>}
        </li>
      ))}
    </ol>
  );
}

function Comment({ target: { commentStatus, status, requested } }: { readonly target: Target }) {
  const state =
    commentStatus === 'none' ? (status === 'failed' ? 'not published' : 'follows the post') : COMMENT[commentStatus];
  return (
    <li>
      First comment ({state}): “{requested.firstComment}”
    </li>
  );
}

const COMMENT = { published: 'published', failed: 'not published', unsupported: 'not possible on this network' };

/** A link that shows whether the post is there. */
function LookAt({ account, target }: { readonly account: Account | undefined; readonly target: Target }) {
  const url = account && profileUrl(account);
  if (url) return <OutsideLink href={url}>Look on {networkName(target.platform)}</OutsideLink>;
  return (
    <ButtonLink size="small" href={`/accounts/${target.accountId}`}>
      Show account
    </ButtonLink>
  );
}
