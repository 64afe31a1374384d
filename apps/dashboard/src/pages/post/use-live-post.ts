import type { Post } from '@fanfare/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fanfare } from '../../api/fanfare.ts';
import { postKey } from './queries.ts';

/** A stream holds a connection, of which browsers have few: it opens when the post is about to go out. */
const SOON_MS = 10 * 60_000;

/** Reads the post again with every event about it, while something is pending. */
export function useLivePost(post: Post | undefined): void {
  const queries = useQueryClient();
  const id = post?.id;
  const isSoon = post?.publishAt != null && Date.parse(post.publishAt) - Date.now() < SOON_MS;
  const isUnderWay = post?.status === 'publishing' || (post?.status === 'scheduled' && isSoon);
  useEffect(() => {
    if (id === undefined || !isUnderWay) return;
    const stopped = new AbortController();
    void readEvents(id, stopped.signal, () => void queries.invalidateQueries({ queryKey: postKey(id) }));
    return () => stopped.abort();
  }, [id, isUnderWay, queries]);
}

async function readEvents(postId: string, signal: AbortSignal, onEvent: () => void): Promise<void> {
  try {
    for await (const { data } of fanfare.events.stream({ signal }))
      if ('post' in data && data.post.id === postId) onEvent();
  } catch {
    // Ended, or refused: the page reads at intervals as well.
  }
}
