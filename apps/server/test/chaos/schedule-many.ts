import { LIMITS } from '@fanfare/contract';
import { type Asked, ask, keepAsking } from './load.ts';
import type { Stage } from './stage.ts';

const WIDTH = 16;
const TARGETS_PER_POST = LIMITS.targetsPerPost.value;
/** Far enough ahead that nothing falls due while the rest is still being scheduled. */
const AHEAD_MS = 3_600_000;

/** Schedules so many targets through the first server, as many to a post as one may have. */
export async function scheduleMany(
  { urls, project }: Stage,
  options: { readonly targets: number; readonly progress: (line: string) => void },
): Promise<Asked[]> {
  const { targets } = options;
  const perPost = Math.min(TARGETS_PER_POST, project.accounts.length);
  const posts = Math.ceil(targets / perPost);
  return keepAsking(
    WIDTH,
    (n) => n >= posts,
    (n) => {
      if (n > 0 && n % 100 === 0) options.progress(`${n * perPost} of ${targets} scheduled`);
      const size = n === posts - 1 ? targets - perPost * (posts - 1) : perPost;
      const from = (n * perPost) % project.accounts.length;
      const accounts = [...project.accounts, ...project.accounts].slice(from, from + size);
      return ask({ urls: urls.slice(0, 1), project, accounts, inMs: AHEAD_MS, timeoutMs: 60_000 });
    },
  );
}
