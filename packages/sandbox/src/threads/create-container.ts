import type { Containers } from '../meta/containers.ts';
import { downloadMedia } from '../meta/download-media.ts';
import { answered, type GraphAnswer, type GraphFailure, missingObject, refused } from '../meta/graph-answer.ts';
import { type GraphCall, isOwnAccount } from '../meta/graph-router.ts';
import type { PerPerson } from '../meta/per-person.ts';
import type { MediaKind } from '../meta/processing.ts';
import type { MetaWorld } from '../meta/world.ts';
import { type ContainerRequest, knownParameters, readContainerRequest } from './container-request.ts';
import * as failures from './failures.ts';
import { imageFailure, videoError } from './media-rules.ts';
import type { MediaItem, ThreadsContainer, ThreadsDraft, ThreadsPostBook } from './posts.ts';
import { type PublishDeps, publishNow } from './publish.ts';
import { MANAGE_REPLIES } from './scopes.ts';

type CreateDeps = PublishDeps & {
  readonly world: MetaWorld;
  readonly containers: Containers<ThreadsDraft>;
  readonly posts: ThreadsPostBook;
  readonly inspectVideo: PerPerson<boolean>;
  /** Whether a carousel may be made while its items are still processed. */
  readonly earlyCarousels: PerPerson<boolean>;
};

const KIND: Readonly<Record<ContainerRequest['mediaType'], MediaKind>> = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  CAROUSEL: 'carousel',
};

const POST_TYPE: Readonly<Record<ContainerRequest['mediaType'], ThreadsDraft['type']>> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
};

/** `POST /{user}/threads`. */
export async function createContainer(deps: CreateDeps, call: GraphCall): Promise<GraphAnswer> {
  const { world } = deps;
  const { username } = call.profile;
  if (!isOwnAccount(call)) return refused(missingObject(call.method, call.node));
  world.ignoredParameters.note(username, call.parameters, knownParameters);
  const read = readContainerRequest(call.parameters);
  if (!read.ok) return refused(read.failure);
  const request = read.value;
  const replyFailure = replyFailureOf(deps, call, request.replyTo);
  if (replyFailure) return refused(replyFailure);

  const prepared =
    request.mediaType === 'CAROUSEL' ? gatherChildren(deps, call, request) : await fetchFile(deps, call, request);
  if (!prepared.ok) return refused(prepared.failure);
  const draft: ThreadsDraft = {
    type: POST_TYPE[request.mediaType],
    isCarouselItem: request.isCarouselItem,
    text: request.text,
    items: prepared.items,
    replyTo: request.replyTo,
    topic: call.parameters.get('topic_tag') ?? null,
    link: call.parameters.get('link_attachment') ?? null,
  };
  // The id that comes back is then the one of the post (Meta, Threads changelog of 2025-06-04).
  if (request.publishesAtOnce) return publishNow(deps, username, draft);
  const plan = world.processing.planFor(username, KIND[request.mediaType]);
  const container = deps.containers.create({
    username,
    draft,
    plan: { ...plan, error: prepared.processingError ?? plan.error },
    children: prepared.children,
  });
  return answered({ id: container.id });
}

/** Replying needs its own permission, and without search or mention permissions only own posts can be replied to. */
function replyFailureOf(deps: CreateDeps, call: GraphCall, replyTo: string | null): GraphFailure | null {
  if (replyTo === null) return null;
  const isOwn = deps.posts.find(replyTo)?.username === call.profile.username;
  return isOwn && call.token.scopes.includes(MANAGE_REPLIES) ? null : failures.replyNotAllowed;
}

type Prepared =
  | {
      readonly ok: true;
      readonly items: readonly MediaItem[];
      readonly children: readonly ThreadsContainer[];
      readonly processingError: string | null;
    }
  | { readonly ok: false; readonly failure: GraphFailure };

/**
 * 2 to 20 items, each made with is_carousel_item. They may still be processed: the documents want a wait only before the publish, and
 * Meta's sample app makes the carousel in the moment its items have ids (Meta, Threads posts; fbsamples/threads_api; checked 2026-11). The
 * carousel is then IN_PROGRESS until they are done. One publisher was refused (exileum/meta-mcp pull request 4): a control does that.
 */
function gatherChildren(deps: CreateDeps, call: GraphCall, request: ContainerRequest): Prepared {
  const children: ThreadsContainer[] = [];
  const bad: string[] = [];
  const states = deps.earlyCarousels.of(call.profile.username) ? ['FINISHED', 'IN_PROGRESS'] : ['FINISHED'];
  for (const id of request.children) {
    const child = deps.containers.find(id);
    const isGood =
      child?.username === call.profile.username &&
      child.draft.isCarouselItem &&
      states.includes(deps.containers.stateOf(child).name);
    if (child && isGood) children.push(child);
    else bad.push(id);
  }
  if (bad.length > 0) return { ok: false, failure: failures.invalidChildren(bad) };
  if (children.length < 2 || children.length > 20)
    return { ok: false, failure: failures.invalidChildren(request.children) };
  return { ok: true, items: children.flatMap(({ draft }) => draft.items), children, processingError: null };
}

/** A picture that cannot be had fails the call, a video fails the container later on. */
async function fetchFile(deps: CreateDeps, call: GraphCall, request: ContainerRequest): Promise<Prepared> {
  const { fileUrl, altText } = request;
  if (fileUrl === null) return { ok: true, items: [], children: [], processingError: null };
  const wanted = request.mediaType === 'VIDEO' ? 'video' : 'image';
  const { username } = call.profile;
  const download = await downloadMedia(deps.world, { url: fileUrl, wanted, username });
  if (!download.ok) {
    if (wanted === 'image') return { ok: false, failure: failures.mediaNotFetched(fileUrl) };
    return { ok: true, items: [], children: [], processingError: 'FAILED_DOWNLOADING_VIDEO' };
  }
  const failure = wanted === 'image' ? imageFailure(download.media) : null;
  if (failure) return { ok: false, failure };
  const inspectVideo = deps.inspectVideo.of(username);
  const item: MediaItem = { type: wanted, url: download.media.blobUrl, coverUrl: null, altText, thumbOffsetMs: null };
  return {
    ok: true,
    items: [item],
    children: [],
    processingError: wanted === 'video' ? videoError(download.media, { inspectVideo }) : null,
  };
}
