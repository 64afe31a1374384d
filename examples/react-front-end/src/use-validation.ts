import type { CreatePostRequest, Fanfare, PostValidated } from '@fanfare/sdk';
import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** The violations of a request, and whether they are of the current one. */
export type Validation = {
  readonly verdict: PostValidated | null;
  /** Reason that it could not be validated. */
  readonly error: unknown;
  readonly isCurrent: boolean;
};

/** Validates a request while it is written: nothing is recorded, no network is called. */
export function useValidation(fanfare: Fanfare, request: CreatePostRequest | null): Validation {
  const body = request && JSON.stringify(request);
  const [judged, setJudged] = useState<{ body: string; verdict: PostValidated | null; error: unknown } | null>(null);

  useEffect(() => {
    if (body === null) return setJudged(null);
    const stopped = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const verdict = await fanfare.posts.validate(JSON.parse(body), { signal: stopped.signal });
        setJudged({ body, verdict, error: null });
      } catch (error) {
        if (!stopped.signal.aborted) setJudged({ body, verdict: null, error });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [fanfare, body]);

  return { verdict: judged?.verdict ?? null, error: judged?.error ?? null, isCurrent: judged?.body === body };
}
