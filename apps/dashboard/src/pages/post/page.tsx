import { useState } from 'react';
import { useAllAccounts } from '../../accounts/queries.ts';
import { CopyButton } from '../../frame/copy-button.tsx';
import { Page, Section } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Time } from '../../frame/time.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { usePostLinks } from '../../posts/post-links.ts';
import { titleOf } from '../../posts/post-text.ts';
import { timeOf } from '../../posts/post-time.ts';
import { isWithoutAccount, PostBadge, WITHOUT_ACCOUNT } from '../../posts/status.tsx';
import { useLivePost } from '../../posts/use-live-post.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ContentSection } from './content-section.tsx';
import { MetricsSection } from './metrics-section.tsx';
import styles from './page.module.css';
import { useTimelines } from './queries.ts';
import { Relations } from './relations.tsx';
import { RepostDialog } from './repost-dialog.tsx';
import { sendAgain } from './send-again.ts';
import { SendAgainDialog } from './send-again-dialog.tsx';
import { TargetBlock } from './target-block.tsx';
import { UnpublishDialog } from './unpublish-dialog.tsx';

type Asked = 'cancel' | 'again' | 'repost' | 'unpublish' | null;

const POSTS = { href: '/posts', label: 'Show all posts' };

/** One post: per target what is live, what is not and what to do. */
export default function PostPage({ id = '' }: { readonly id?: string }) {
  const { data: post, error, refetch } = useLivePost(id);
  const timelines = useTimelines(id, post?.status === 'publishing');
  const { data: accounts = [] } = useAllAccounts();
  const links = usePostLinks([{ id }]).data?.get(id);
  const [asked, setAsked] = useState<Asked>(null);
  if (!post)
    return (
      <Page title="Post">
        {error ? <Problem error={error} retry={() => void refetch()} list={POSTS} /> : <Waiting rows={6} />}
      </Page>
    );

  const again = sendAgain(post);
  const { what, at } = timeOf(post);
  const live = post.targets.filter(({ status, unpublishedAt }) => status === 'published' && unpublishedAt === null);
  // Only X has reposts.
  const repostable = live.filter(({ platform }) => platform === 'x');
  const isRemovable = live.some(({ platform }) => platform !== 'instagram');
  const close = (): void => setAsked(null);
  return (
    <Page
      title={titleOf(post)}
      actions={
        <>
          {post.status === 'scheduled' && <Button onClick={() => setAsked('cancel')}>Cancel post</Button>}
          {repostable.length > 0 && <Button onClick={() => setAsked('repost')}>Repost on X</Button>}
          {isRemovable && <Button onClick={() => setAsked('unpublish')}>Remove from networks</Button>}
          <ButtonLink href={`/compose?from=${post.id}`}>Duplicate</ButtonLink>
          {again && (
            <Button
              kind={again.mayWork && !links?.sentAgainAs.length ? 'primary' : 'secondary'}
              onClick={() => setAsked('again')}
            >
              Send failed again
            </Button>
          )}
        </>
      }
    >
      <p className={styles.facts} aria-live="polite">
        <PostBadge post={post} />
        <span>
          {what} <Time at={at} copyable />
        </span>
        <span className={styles.id}>
          <code>{post.id}</code> <CopyButton text={post.id} label="Copy post id" />
        </span>
      </p>
      {error && <Problem error={error} retry={() => void refetch()} />}
      <Relations post={post} links={links} />
      <Section title="Targets">
        {isWithoutAccount(post) && <p>{WITHOUT_ACCOUNT}</p>}
        <ul>
          {post.targets.map((target) => (
            <TargetBlock
              key={target.id}
              post={post}
              target={target}
              account={accounts.find((account) => account.id === target.accountId)}
              timeline={timelines.data?.get(target.id)}
            />
          ))}
        </ul>
        {timelines.error && <Problem error={timelines.error} retry={() => void timelines.refetch()} />}
      </Section>
      <ContentSection post={post} accounts={accounts} />
      <MetricsSection post={post} accounts={accounts} />
      <CancelDialog post={post} open={asked === 'cancel'} onClose={close} />
      <RepostDialog postId={post.id} targets={repostable} open={asked === 'repost'} onClose={close} />
      <UnpublishDialog
        postId={post.id}
        targets={live}
        accounts={accounts}
        open={asked === 'unpublish'}
        onClose={close}
      />
      {again && (
        <SendAgainDialog post={post} again={again} accounts={accounts} open={asked === 'again'} onClose={close} />
      )}
    </Page>
  );
}
