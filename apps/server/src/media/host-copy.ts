import { createHash } from 'node:crypto';
import { LIMITS } from '@fanfare/contract';
import {
  type CopyRequest,
  type HostedCopy,
  MEDIA_CONTENT_TYPES,
  type MediaSource,
  NetworkError,
} from '@fanfare/network';
import { canonicalJson, checkFiles } from '@fanfare/rules';
import { findProject } from '../callers/projects/projects.table.ts';
import type { Logger } from '../process/log/log.ts';
import { type CopyMediaDeps, nameIn, openCopySource, storeCopy } from './copy-media.ts';
import type { CheckedMedia, MediaWithEnd } from './media.table.ts';
import { findOriginal, type MediaRequest } from './new-media.ts';
import { StoreUnavailable } from './stores/media-store.ts';

type Deps = CopyMediaDeps & { readonly log: Logger };

/** The post that sends copies. */
type Post = { readonly projectId: string; readonly postId: string };

/** Hosts copies for the media of a post. */
export type HostCopyOf = (post: Post) => NonNullable<MediaSource['hostCopy']>;

const NONE: HostedCopy = { url: null, remedy: null };

/**
 * Hosts copies of files that networks cannot fetch, as files of the project that the post uses: one
 * per post and address, also for two targets and after a crash. A copy counts in the plan and is
 * judged by the rules of the platform.
 */
export const createHostCopy =
  (deps: Deps): HostCopyOf =>
  (post) =>
  async (request) => {
    if (deps.addresses.keyOf(request.url) !== null) return NONE;
    const text = canonicalJson({ copyFor: post.postId, url: request.url });
    const key = `copy:${createHash('sha256').update(text).digest('hex')}`;
    try {
      return await hostOnce(deps, post, { key, text }, request);
    } catch (err) {
      if (!(err instanceof StoreUnavailable)) throw err;
      deps.log.error({ ...post, err }, 'no copy for a network could be stored');
      return NONE;
    }
  };

async function hostOnce(
  deps: Deps,
  { projectId, postId }: Post,
  named: Pick<MediaRequest, 'key' | 'text'>,
  request: CopyRequest,
): Promise<HostedCopy> {
  const { db, addresses } = deps;
  const project = await findProject(db, projectId);
  if (!project) return NONE;
  const asked: MediaRequest = { ...named, caller: { projectId, plan: project.plan } };
  const judge = judgeOf(deps, request);
  const useOf = (media: MediaWithEnd): HostedCopy => {
    if (media.facts) judge({ ...media, facts: media.facts });
    return media.status === 'ready' ? { url: addresses.urlOf(media) } : NONE;
  };
  const original = await findOriginal(db, asked);
  if (original) return original.isMismatch ? NONE : useOf(original.media);

  const source = openCopySource(deps, projectId);
  const stop = () => void source.close();
  request.signal.addEventListener('abort', stop, { once: true });
  try {
    const file = await source.open({
      ...{ url: request.url, accept: MEDIA_CONTENT_TYPES, maxBytes: LIMITS.mediaFileBytes.value },
      ...(isCover(request) ? { subject: nameOf(request) } : { mediaIndex: request.mediaIndex }),
    });
    const stored = await storeCopy(deps, asked, { file, filename: nameIn(request.url), judge, postId });
    if (stored.ok) return useOf(stored.made.media);
    const remedy = `No copy could be sent: ${stored.refusal.message} Delete hosted files, then send the target again.`;
    return { url: null, remedy };
  } finally {
    request.signal.removeEventListener('abort', stop);
    await source.close();
  }
}

/** Throws for a file that breaks a rule of the platform, in the words that refuse a post. */
const judgeOf =
  ({ networks }: Deps, request: CopyRequest) =>
  ({ status, error, facts }: Pick<CheckedMedia, 'error' | 'facts'> & { readonly status: string }): void => {
    const { url, draft, mediaIndex } = request;
    const rules = networks.rulesOf(request.platform);
    const broken = rules ? checkFiles(draft, rules, (at) => (isSameAddress(at, url) ? facts : null)) : [];
    const problem = status === 'refused' ? error : broken[0]?.message;
    if (!problem) return;
    const message = `${nameOf(request)}: ${problem}`;
    throw new NetworkError({ code: 'media_rejected', outcome: 'not_sent', mediaIndex, message });
  };

const isSameAddress = (a: string, b: string): boolean => URL.parse(a)?.href === URL.parse(b)?.href;

const isCover = ({ url, draft, mediaIndex }: CopyRequest): boolean => {
  const item = draft.media[mediaIndex];
  return item?.coverUrl !== undefined && !isSameAddress(item.url, url) && isSameAddress(item.coverUrl, url);
};

const nameOf = (request: CopyRequest): string =>
  `mediaItems[${request.mediaIndex}]${isCover(request) ? '.coverUrl' : ''}`;
