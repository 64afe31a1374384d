import type { Account } from '@fanfare/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fanfare } from '../../api/fanfare.ts';
import { useReplace } from '../../location/use-replace.ts';
import { followEvents } from '../../posts/follow-events.ts';
import { postKey as keyOfPost } from '../../posts/use-live-post.ts';
import type { Form } from './form.ts';
import type { ComposerProblem } from './judge.ts';
import { sendUntilAnswered } from './send-until-answered.ts';
import { toRequest } from './to-request.ts';
import type { ComposerDraft } from './use-draft.ts';

type Deps = {
  readonly postKey: string;
  readonly draft: ComposerDraft;
  readonly accounts: readonly Account[];
};

/** Sends the form once, under its key, and leads to the post as soon as its id is known. */
export function useSending({ postKey, draft, accounts }: Deps) {
  const queries = useQueryClient();
  const replace = useReplace();
  const [isSending, setIsSending] = useState(false);
  const [isCut, setIsCut] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<readonly ComposerProblem[]>([]);
  // State changes with the next render: a second press may come before.
  const isUnderWay = useRef(false);
  const stopWaiting = useRef(() => {});

  async function send(form: Form, publishAt: Date | null): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const waiting = new AbortController();
    const { signal } = waiting;
    stopWaiting.current = () => waiting.abort(LEFT);
    setError(null);
    setRefusal([]);
    setIsSending(publishAt === null);
    draft.saver.markSent(true);
    let isShown = false;
    const show = (postId: string, isReplay: boolean): void => {
      if (isShown && !isReplay) return;
      isShown = true;
      stop();
      // In place of the form: Back does not lead to a form that was sent.
      replace(`/compose?post=${postId}${isReplay ? '&replayed' : ''}`);
    };
    // The answer comes when every target has settled. Their events come before and name the post.
    const stop = followEvents(({ id, idempotencyKey }) => {
      if (idempotencyKey !== postKey) return;
      void draft.saver.finish();
      show(id, false);
    });
    try {
      const request = {
        ...toRequest(form, accounts),
        idempotencyKey: postKey,
        ...(publishAt && { publishAt: publishAt.toISOString() }),
      };
      const { sent, isRepeated } = await sendUntilAnswered(() => fanfare.posts.create(request, { signal }), {
        signal,
        onCut: () => {
          setIsSending(true);
          setIsCut(true);
        },
      });
      const { post, replayed } = sent;
      queries.setQueryData(keyOfPost(post.id), post);
      await draft.saver.finish();
      void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === 'posts' || name === 'usage' });
      show(post.id, replayed && !isRepeated && !isShown);
    } catch (thrown) {
      draft.saver.markSent(thrown === LEFT);
      setRefusal(problemsOf(thrown));
      setError(thrown);
      setIsSending(false);
      // Fewer units may be left than the page has read.
      void queries.invalidateQueries({ queryKey: ['usage'] });
    } finally {
      stop();
      setIsCut(false);
      isUnderWay.current = false;
    }
  }

  return {
    isSending,
    /** The server is away, and the same request is sent again until it answers. */
    isCut,
    error,
    refusal,
    send,
    /** Goes back to the form, without knowing what became of the post. */
    stopWaiting: () => stopWaiting.current(),
    forgetRefusal: () => {
      if (error === null) return;
      setError(null);
      setRefusal([]);
    },
  };
}

const LEFT = new Error(
  'We do not know whether this post was sent. Press Publish again when the server is back: the post is never published twice.',
);
/** Reads what the server found in the request, such as a private address. */
function problemsOf(error: unknown): ComposerProblem[] {
  const { details } = (typeof error === 'object' && error !== null ? error : {}) as { details?: readonly Detail[] };
  return (details ?? []).flatMap(({ rule, message, path, accountId }) =>
    // Those of a quota name no field.
    path === undefined || message === undefined
      ? []
      : [{ rule: rule ?? null, message, path, accountId: accountId ?? null }],
  );
}

type Detail = {
  readonly path?: string;
  readonly message?: string;
  readonly rule?: string;
  readonly accountId?: string;
};
