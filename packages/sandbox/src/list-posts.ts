import type { PostView } from './post/post-view.ts';
import type { NetworkName, Simulator } from './simulator.ts';

/** Posts of all networks, newest first. */
export function listPosts(
  simulators: readonly Simulator[],
  filter: { readonly network: NetworkName | null; readonly profile: string | null },
): readonly PostView[] {
  return simulators
    .filter(({ network }) => filter.network === null || filter.network === network)
    .flatMap((simulator) => simulator.posts())
    .filter(({ author }) => filter.profile === null || [author.username, author.id].includes(filter.profile))
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}
