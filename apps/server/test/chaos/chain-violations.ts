import type { PostView } from '@fanfare/sandbox';

/** A stored post of a chain. */
type ChainRow = {
  readonly id: string;
  readonly platform: string;
  readonly status: string;
  readonly code: string | null;
  readonly platform_post_id: string | null;
  readonly follows: string | null;
  readonly follow_up_index: number | null;
};

/**
 * Compares chains with their networks: no post is missing between two, and each answers the one
 * before.
 */
export function chainViolations(rows: readonly ChainRow[], posts: readonly PostView[]): readonly string[] {
  const answered = new Map(
    posts.flatMap(({ id, comments }) => comments.map((comment) => [comment.id, comment.answers ?? id] as const)),
  );
  const chains = new Map<string, ChainRow[]>();
  for (const row of rows) {
    const first = row.follows ?? row.id;
    chains.set(first, [...(chains.get(first) ?? []), row]);
  }
  return [...chains.values()].flatMap((chain) => {
    const inOrder = chain.toSorted((a, b) => (a.follow_up_index ?? 0) - (b.follow_up_index ?? 0));
    return inOrder.slice(1).flatMap((row, i) => {
      const before = inOrder[i]!;
      const what = `${row.platform} target ${row.id}: post ${i + 2} of a chain, ${row.status}`;
      const isAfterEnd = before.status !== 'published' && row.code !== 'cancelled';
      const id = row.platform_post_id;
      const isAstray = id !== null && before.platform_post_id !== null && answered.get(id) !== before.platform_post_id;
      return [
        ...(isAfterEnd ? [`${what} after one that is ${before.status}`] : []),
        ...(isAstray ? [`${what}, answers ${answered.get(id) ?? 'nothing'}, not ${before.platform_post_id}`] : []),
      ];
    });
  });
}
