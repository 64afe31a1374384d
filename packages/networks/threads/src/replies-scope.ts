import type { RequiredScope } from '@fanfare/network-meta';

/** The permission to reply, of comments and of the posts of a chain. */
export const repliesScope = (purpose: string): RequiredScope => ({
  ...{ network: 'Threads', scope: 'threads_manage_replies', purpose },
});
