import { LIMITS } from '@fanfare/contract';
import type { Deployment } from './deployment.ts';
import { keepRequesting, type RequestedPost, requestPost } from './load.ts';

const WIDTH = 16;
const TARGETS_PER_POST = LIMITS.targetsPerPost.value;
/** Far enough ahead that nothing is due before all is scheduled. */
const AHEAD_MS = 3_600_000;

/** Schedules so many targets through the first server, with as many per post as allowed. */
export async function scheduleMany(
  { urls, project }: Deployment,
  options: { readonly targets: number; readonly progress: (line: string) => void },
): Promise<RequestedPost[]> {
  const { targets } = options;
  const perPost = Math.min(TARGETS_PER_POST, project.accounts.length);
  const posts = Math.ceil(targets / perPost);
  return keepRequesting(
    WIDTH,
    (n) => n >= posts,
    (n) => {
      if (n > 0 && n % 100 === 0) options.progress(`${n * perPost} of ${targets} scheduled`);
      const size = n === posts - 1 ? targets - perPost * (posts - 1) : perPost;
      const from = (n * perPost) % project.accounts.length;
      const accounts = [...project.accounts, ...project.accounts].slice(from, from + size);
      return requestPost({ urls: urls.slice(0, 1), project, accounts, inMs: AHEAD_MS, timeoutMs: 60_000 });
    },
  );
}
