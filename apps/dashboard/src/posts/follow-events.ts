import type { WebhookEvent } from '@fanfare/sdk';
import { fanfare } from '../api/fanfare.ts';

export type EventPost = { readonly id: string; readonly idempotencyKey: string };

/** Calls `onPost` for each event of a post, until the function that it returns is called. */
export function followEvents(onPost: (post: EventPost) => void): () => void {
  const stopped = new AbortController();
  const follow = async (): Promise<void> => {
    for await (const event of fanfare.events.stream({ signal: stopped.signal })) {
      const post = postOf(event);
      if (post) onPost(post);
    }
  };
  // Without the stream the page reads the post from time to time.
  follow().catch(() => undefined);
  return () => stopped.abort();
}

const postOf = ({ data }: WebhookEvent): EventPost | null => ('post' in data && data.post ? data.post : null);
