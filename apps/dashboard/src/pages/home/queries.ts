import type { Post } from '@fanfare/sdk';
import { useQuery } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { fanfare } from '../../api/fanfare.ts';
import { useCurrent } from '../../app/current.tsx';

const SHOWN = 5;

/** Posts that failed since yesterday, wholly or in part, the newest first. */
export const useFailedPosts = () =>
  useQuery({
    queryKey: ['posts', 'failed since yesterday'],
    queryFn: async ({ signal }) => {
      const since = startOfYesterday(new Date());
      const lists = await Promise.all(
        (['failed', 'partial'] as const).flatMap((status) => [
          // Recorded since then, and scheduled before to be published since then.
          fanfare.posts.list({ status, createdAfter: since, limit: 20 }, { signal }),
          fanfare.posts.list({ status, publishAfter: since, limit: 20 }, { signal }),
        ]),
      );
      const byId = new Map(lists.flatMap(({ posts }) => posts.map((post) => [post.id, post])));
      return [...byId.values()].sort((one, other) => (dueAt(one) < dueAt(other) ? 1 : -1));
    },
  });

const dueAt = ({ publishAt, createdAt }: Post): string => publishAt ?? createdAt;

function startOfYesterday(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
}

/** What is published next, the soonest first. */
export const useNextPosts = () =>
  useQuery({
    queryKey: ['posts', 'next'],
    queryFn: ({ signal }) =>
      fanfare.posts
        .list({ status: 'scheduled', order: 'publishAt', limit: SHOWN }, { signal })
        .then(({ posts }) => posts),
  });

/** What is done of the first steps. */
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
