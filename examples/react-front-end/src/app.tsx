import type { Fanfare, OAuthPlatform, Post } from '@fanfare/sdk';
import { useEffect, useState } from 'react';
import { Composer } from './composer.tsx';
import { connectAccount, readConnectOutcome } from './connect-account.ts';
import { explainConnectFailure } from './connect-failures.ts';
import { type Draft, draftFrom, EMPTY_DRAFT } from './draft.ts';
import { explainError } from './explain-error.ts';
import { networkName } from './networks.tsx';
import { nextStep } from './next-step.ts';
import { PostCard } from './post-card.tsx';
import { UsageMeter } from './usage-meter.tsx';
import { useAccounts } from './use-accounts.ts';
import { usePosts } from './use-posts.ts';

type Props = {
  readonly fanfare: Fanfare;
  /** Opens the page on which a user allows the access to an account. */
  readonly openPage: (authUrl: string) => void;
  /** Example content, for people who try the app. */
  readonly example?: Partial<Draft>;
};

type Notice = { readonly kind: 'good' | 'bad'; readonly text: string };

/** Writes posts, publishes them to several accounts, and shows the results. */
export function App({ fanfare, openPage, example }: Props) {
  const { state, reload } = useAccounts(fanfare);
  const posts = usePosts(fanfare);
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [notice, setNotice] = useState<Notice | null>(null);

  useEffect(() => {
    const welcomeBack = (): void => {
      const outcome = readConnectOutcome();
      if (!outcome) return;
      setNotice(
        outcome.status === 'success'
          ? { kind: 'good', text: `${outcome.username} on ${networkName(outcome.platform)} is connected.` }
          : { kind: 'bad', text: explainConnectFailure(outcome.reason) },
      );
      void reload();
    };
    welcomeBack();
    window.addEventListener('popstate', welcomeBack);
    return () => window.removeEventListener('popstate', welcomeBack);
  }, [reload]);

  /** Runs an action and shows its error. */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setNotice(null);
    try {
      await work();
      return true;
    } catch (error) {
      setNotice({ kind: 'bad', text: explainError(error) });
      return false;
    } finally {
      // Accounts may have expired meanwhile, and the plan has less left.
      void reload();
    }
  };
  const connect = (platform: OAuthPlatform) => attempt(() => connectAccount(fanfare, platform, openPage));

  const edit = (post: Post): void => {
    if (state.status !== 'ready') return;
    const targets = post.targets.filter((target) => nextStep(target, post, state.accounts) === 'edit');
    setDraft(
      draftFrom(
        post,
        posts.requestFor(post),
        targets.map(({ accountId }) => accountId),
      ),
    );
    document.getElementById('content')?.focus();
  };

  return (
    <div className="page">
      <header className="top">
        <div>
          <h1>Post desk</h1>
          <p className="quiet">One post for all your accounts.</p>
        </div>
        {state.status === 'ready' && <UsageMeter usage={state.usage} />}
      </header>
      {notice && (
        <div className={`notice floating ${notice.kind}`} role={notice.kind === 'good' ? 'status' : 'alert'}>
          <p>{notice.text}</p>
          <button type="button" className="plain small" onClick={() => setNotice(null)}>
            Close
          </button>
        </div>
      )}
      {state.status === 'loading' && <p className="quiet">Loading…</p>}
      {state.status === 'failed' && (
        <div className="notice bad" role="alert">
          <p>{explainError(state.error)}</p>
          <button type="button" onClick={() => void Promise.all([reload(), posts.reload()])}>
            Try again
          </button>
        </div>
      )}
      {state.status === 'ready' && (
        <main>
          <Composer
            fanfare={fanfare}
            accounts={state.accounts}
            draft={draft}
            onChange={setDraft}
            onConnect={connect}
            onPublish={(request) => attempt(() => posts.publish(request))}
            example={example}
          />
          <section aria-label="Posts" className="posts">
            <h2>Posts</h2>
            {posts.error !== null && (
              <div className="notice bad" role="alert">
                <p>{explainError(posts.error)}</p>
                <button type="button" onClick={() => void posts.reload()}>
                  Load the posts again
                </button>
              </div>
            )}
            {posts.error === null && posts.posts.length === 0 && (
              <p className="quiet">What you publish and schedule is listed here.</p>
            )}
            {posts.posts.map((post) => (
              <PostCard
                key={post.id}
                post={post}
                accounts={state.accounts}
                retry={posts.retryOf(post)}
                onRetry={(request) => attempt(() => posts.retry(post, request))}
                onEdit={() => edit(post)}
                onCancel={() => attempt(() => posts.cancel(post.id))}
                onReconnect={connect}
              />
            ))}
            {posts.hasMore && (
              <button type="button" className="plain" onClick={() => void attempt(posts.loadMore)}>
                Show older posts
              </button>
            )}
          </section>
        </main>
      )}
    </div>
  );
}
