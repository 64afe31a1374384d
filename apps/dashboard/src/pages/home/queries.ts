import type { Post } from '@fanfare/sdk';
import { useQuery } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { fanfare } from '../../api/fanfare.ts';
import { useCurrent } from '../../session/current.ts';

const SHOWN = 5;

/** Posts that failed since yesterday and were neither sent again nor dismissed, newest first. */
export function useOpenFailures() {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: ['posts', 'attention'],
    queryFn: async ({ signal }) => {
      const since = startOfYesterday(new Date()).toISOString();
      const { posts } = await callApp('attention.list', { params: { projectId }, query: { since }, signal });
      // The public API's posts: the type of the SDK says which fields belong to which status.
      return posts as Post[];
    },
  });
}

function startOfYesterday(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
}

/** Reads the posts that are published next, the soonest first. */
export const useNextPosts = () =>
  useQuery({
    queryKey: ['posts', 'next'],
    queryFn: ({ signal }) =>
      fanfare.posts
        .list({ status: 'scheduled', order: 'publishAt', limit: SHOWN }, { signal })
        .then(({ posts }) => posts),
  });

/** Reads which of the first steps are done. */
export function useFirstSteps() {
  const { project } = useCurrent();
  return useQuery({
    queryKey: ['first steps'],
    queryFn: async ({ signal }) => {
      const [{ keys }, { accounts }, { posts }] = await Promise.all([
        callApp('keys.list', { params: { projectId: project.id }, signal }),
        fanfare.accounts.list({}, { signal }),
        fanfare.posts.list({ status: 'published', limit: 1 }, { signal }),
      ]);
      return {
        hasKey: keys.some(({ revokedAt }) => revokedAt === null),
        hasAccount: accounts.some(({ status }) => status === 'active'),
        hasPublished: posts.length > 0,
      };
    },
  });
}
