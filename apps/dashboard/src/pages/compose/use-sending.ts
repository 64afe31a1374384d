import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { fanfare } from '../../api/fanfare.ts';
import type { Form } from './form.ts';
import type { ComposerProblem } from './judge.ts';
import { followEvents } from './queries.ts';
import { toRequest } from './to-request.ts';
import type { ComposerDraft } from './use-draft.ts';

/** Sends the form once, under its key, and leads to the post as soon as its id is known. */
export function useSending({ postKey, draft }: { readonly postKey: string; readonly draft: ComposerDraft }) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<readonly ComposerProblem[]>([]);
  // State changes with the next render: a second press may come before.
  const isUnderWay = useRef(false);

  async function send(form: Form, publishAt: Date | null): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
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
      navigate(`/compose?post=${postId}${isReplay ? '&replayed' : ''}`, { replace: true });
    };
    // The answer comes when every target has settled. Their events come before and name the post.
    const stop = followEvents(({ id, idempotencyKey }) => {
      if (idempotencyKey !== postKey) return;
      void draft.saver.finish();
      show(id, false);
    });
    try {
      const { post, replayed } = await fanfare.posts.create({
        ...toRequest(form),
        idempotencyKey: postKey,
        ...(publishAt && { publishAt: publishAt.toISOString() }),
      });
      queries.setQueryData(['posts', post.id], post);
      await draft.saver.finish();
      void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name === 'posts' || name === 'usage' });
      show(post.id, replayed && !isShown);
    } catch (thrown) {
      draft.saver.markSent(false);
      setRefusal(problemsOf(thrown));
      setError(thrown);
      setIsSending(false);
    } finally {
      stop();
      isUnderWay.current = false;
    }
  }

  return {
    isSending,
    error,
    refusal,
    send,
    forgetRefusal: () => {
      if (error === null) return;
      setError(null);
      setRefusal([]);
    },
  };
}

/** What the server found in the request, such as a private address. */
function problemsOf(error: unknown): ComposerProblem[] {
  const { details } = (typeof error === 'object' && error !== null ? error : {}) as { details?: readonly Detail[] };
  return (details ?? []).map(({ rule, message, path, accountId }) => ({
    rule: rule ?? null,
    message,
    path,
    accountId: accountId ?? null,
  }));
}

type Detail = { readonly path: string; readonly message: string; readonly rule?: string; readonly accountId?: string };
