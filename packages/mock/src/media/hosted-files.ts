import { LIMITS } from '@fanfare/contract';
import { type HostedFiles, hostedConversion } from '@fanfare/rules';
import { postIdOf } from '../drafts/kept-drafts.ts';
import type { MockState } from '../mock-state.ts';
import { statusOf } from '../posts/to-post.ts';
import type { Project, StoredPost } from '../world.ts';
import type { StoredMedia } from './media-world.ts';

const HOUR_MS = 3_600_000;
const UNUSED_MS = LIMITS.mediaUnusedHours.value * HOUR_MS;
const KEPT_MS = LIMITS.mediaKeptDays.value * 24 * HOUR_MS;

type Deps = Pick<MockState, 'world' | 'clock' | 'baseUrl'>;

/** The key in the address of a hosted file; null for any other address. */
function keyOf({ baseUrl }: Pick<Deps, 'baseUrl'>, url: string): string | null {
  const folder = new URL(`${baseUrl}/m/`).href;
  const href = URL.canParse(url) ? new URL(url).href : '';
  return href.startsWith(folder) ? /^[^/?#]*/.exec(href.slice(folder.length))![0] : null;
}

/** The hosted files of a project, as the rules about posts look them up. */
export function hostedFilesOf(deps: Deps, project: Project): HostedFiles {
  const isHosted = (url: string) => keyOf(deps, url) !== null;
  return {
    isHosted,
    conversion: hostedConversion(isHosted),
    find: (url) => filesOf(deps, project).find(({ key }) => key === keyOf(deps, url)),
  };
}

/** The files of a project that have not ended, newest first. */
export function filesOf(deps: Deps, { id }: Pick<Project, 'id'>): readonly StoredMedia[] {
  forgetEnded(deps);
  return [...deps.world.media.values()].filter(({ projectId }) => projectId === id).reverse();
}

/** Forgets files whose time is over, as the service’s job does. */
export function forgetEnded(deps: Deps): void {
  const { world, clock } = deps;
  for (const media of world.media.values()) {
    const endMs = endOf(deps, media);
    if (endMs !== null && endMs <= clock.now()) world.media.delete(media.id);
  }
}

/** Time at which a file is deleted; null while a post that has not settled, or a draft, uses it. */
export function endOf({ world }: Pick<Deps, 'world'>, media: StoredMedia): number | null {
  for (const draft of world.drafts.values()) {
    const isOpen = draft.projectId === media.projectId && postIdOf(world, draft) === null;
    if (isOpen && JSON.stringify(draft.request).includes(`/m/${media.key}`)) return null;
  }
  let endMs = media.createdAtMs + UNUSED_MS;
  for (const post of world.posts.values()) {
    if (post.projectId !== media.projectId || !uses(post, media)) continue;
    const settledAtMs = settledAt(post);
    if (settledAtMs === null) return null;
    endMs = Math.max(endMs, settledAtMs + KEPT_MS);
  }
  return endMs;
}

/** Media of the post that every target replaces are not used. */
const uses = ({ targets }: StoredPost, { key }: StoredMedia): boolean =>
  targets
    .flatMap(({ draft }) => draft.media)
    .some(({ url, coverUrl }) => [url, coverUrl].some((address) => address?.includes(`/m/${key}/`)));

function settledAt(post: StoredPost): number | null {
  if (post.targets.some((target) => statusOf(target) === 'pending')) return null;
  return post.settledAtMs ?? post.cancelledAtMs ?? post.publishAtMs ?? post.createdAtMs;
}
