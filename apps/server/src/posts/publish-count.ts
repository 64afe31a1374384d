import type { Refusal } from '@fanfare/rules';
import type { RateAnswer, RevocableAnswer } from '../http/rate-limiter.ts';

/** One request as a publish of its key, against the limit of publishes. */
export type PublishCount = {
  /** Counts it. Returns a refusal when the key publishes too fast. */
  count(): Promise<Refusal | null>;
  /** It is no publish: a replay, or a request that names a wrong account. Takes back what was counted, if anything was. */
  takeBack(): void;
  /** Headers of the answer: none unless it counts. */
  readonly headers: RateAnswer['headers'];
};

/** Counts a publish of a key. */
export type CountPublish = (callerId: string) => Promise<RevocableAnswer>;

export function startPublishCount(countPublish: CountPublish, callerId: string): PublishCount {
  let counted: RevocableAnswer | null = null;
  return {
    async count() {
      counted = await countPublish(callerId);
      return counted.refusal;
    },
    takeBack() {
      counted?.takeBack();
      counted = null;
    },
    get headers() {
      return counted?.headers ?? {};
    },
  };
}
