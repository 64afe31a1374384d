import type { Post } from '@fanfare/contract';
import { LRUCache } from 'lru-cache';
import { etagOf } from '../http/etag.ts';
import { rememberJson } from '../http/send-json.ts';

/** Age limit of a remembered post, after which a removal on another server shows. */
const TRUST_MS = 1_000;
const MOST_BYTES = 32 * 1_024 * 1_024;

/** The answer to a read of a post. */
export type PostAnswer = { readonly body: { readonly post: Post }; readonly etag: string; readonly size: number };

type Known = PostAnswer & { readonly askedAt: number };

export type SettledPostCache = {
  /** The answer from memory within a second. Otherwise reads it, and keeps it if it is final. */
  read(post: { readonly projectId: string; readonly id: string }, find: () => Promise<Post>): Promise<PostAnswer>;
  /** Forgets everything: a removal has deleted targets, or the database was restored. */
  clear(): void;
};

/** Answers of `GET /posts/:id` for settled posts, so that polling costs no statement. */
export function createSettledPostCache({ monotonicMs }: { readonly monotonicMs: () => number }): SettledPostCache {
  const answers = new LRUCache<string, Known>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ size }) => size,
  });
  let clears = 0;
  return {
    async read({ projectId, id }, find) {
      const name = `${projectId} ${id}`;
      const askedAt = monotonicMs();
      const known = answers.get(name);
      if (known && askedAt - known.askedAt < TRUST_MS) return known;
      const clearsBefore = clears;
      const post = await find();
      const answer = answerOf(post);
      if (isFinal(post) && clears === clearsBefore) answers.set(name, { ...answer, askedAt });
      return answer;
    },
    clear() {
      clears++;
      answers.clear();
    },
  };
}

function answerOf(post: Post): PostAnswer {
  const body = { post };
  const text = JSON.stringify(body);
  rememberJson(body, text);
  // The text is kept beside the object, which takes about as much.
  return { body, etag: etagOf(text), size: 2 * text.length };
}

/** The address of a published target may come later. */
const isFinal = ({ targets }: Post): boolean =>
  targets.every((target) => target.status === 'failed' || (target.status === 'published' && target.url !== null));
