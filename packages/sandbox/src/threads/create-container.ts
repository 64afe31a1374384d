import { type ContainerFiles, gatherChildren } from '../meta/container-files.ts';
import { downloadMedia } from '../meta/download-media.ts';
import { answered, type GraphAnswer, type GraphFailure, refused } from '../meta/graph/graph-answer.ts';
import { type GraphCall, permissionMissing } from '../meta/graph/graph-router.ts';
import type { PerPerson } from '../meta/per-person.ts';
import type { MediaItem } from '../meta/posts.ts';
import type { MediaKind } from '../meta/processing.ts';
import { type PublishDeps, publishDraft } from '../meta/publish.ts';
import { type ContainerRequest, knownParameters, readContainerRequest } from './container-request.ts';
import * as failures from './failures.ts';
import { pictureFailure, videoError } from './media-rules.ts';
import type { ThreadsDraft, ThreadsPost } from './posts.ts';
import { LOCATION_TAGGING, MANAGE_REPLIES, SHARE_TO_INSTAGRAM } from './scopes.ts';
import { previewOf, topicOf } from './tags-and-links.ts';

type CreateDeps = PublishDeps<ThreadsPost> & {
  readonly inspectVideo: PerPerson<boolean>;
  /** Whether somebody may show posts in some countries only. */
  readonly geoGating: PerPerson<boolean>;
  /** Whether a carousel may be created while its items are still processed. */
  readonly earlyCarousels: PerPerson<boolean>;
};

/**
 * Parameters that need a further permission (Meta, Threads location tagging and sharing, checked
 * 2026-11).
 */
const SCOPED: readonly (readonly [parameter: string, scope: string])[] = [
  ['location_id', LOCATION_TAGGING],
  ['crossreshare_to_ig', SHARE_TO_INSTAGRAM],
];

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

/** `POST /{user}/threads` of the own account. */
export async function createContainer(deps: CreateDeps, call: GraphCall): Promise<GraphAnswer> {
  const { world } = deps;
  const { username } = call.profile;
  world.ignoredParameters.note(username, call.parameters, knownParameters);
  const read = readContainerRequest(call.parameters);
  if (!read.ok) return refused(read.failure);
  const request = read.value;
  const replyFailure = replyFailureOf(deps, call, request.replyTo);
  if (replyFailure) return refused(replyFailure);
  const { quotes, extras } = request;
  if (extras.countries.length > 0 && !deps.geoGating.of(username)) return refused(failures.featureNotAvailable);
  if (SCOPED.some(([name, scope]) => call.parameters.has(name) && !call.token.scopes.includes(scope)))
    return refused(permissionMissing);
  // Any post of a public profile can be quoted; the error of an unknown one is not documented.
  if (quotes !== null && !deps.posts.find(quotes)) return refused(failures.mediaNotFound(quotes));

  const files =
    request.mediaType === 'CAROUSEL' ? gatherItems(deps, call, request) : await fetchFile(deps, call, request);
  if (!files.ok) return refused(files.failure);
  const type = POST_TYPE[request.mediaType];
  const draft: ThreadsDraft = {
    type,
    isCarouselItem: request.isCarouselItem,
    text: request.text,
    items: files.items,
    replyTo: request.replyTo,
    quotes,
    topic: call.parameters.get('topic_tag') ?? (extras.isGhost ? null : topicOf(request.text)),
    link: call.parameters.get('link_attachment') ?? previewOf({ ...request, type }),
    poll: request.poll,
    extras,
    replyControl: call.parameters.get('reply_control') ?? 'everyone',
  };
  // The returned id is then that of the post (Meta, Threads changelog of 2025-06-04).
  if (request.publishesAtOnce) return publishDraft(deps, username, draft);
  const plan = world.processing.planFor(username, KIND[request.mediaType]);
  const container = deps.containers.create({
    username,
    draft,
    plan: { ...plan, error: files.processingError ?? plan.error },
    children: files.children,
  });
  return answered({ id: container.id });
}

/** Replying needs its permission; without others only own posts can be replied to. */
function replyFailureOf(deps: CreateDeps, call: GraphCall, replyTo: string | null): GraphFailure | null {
  if (replyTo === null) return null;
  const isOwn = deps.posts.find(replyTo)?.username === call.profile.username;
  return isOwn && call.token.scopes.includes(MANAGE_REPLIES) ? null : permissionMissing;
}

/**
 * 2 to 20 items, each created with is_carousel_item. They may still be processed: the documentation
 * requires a wait only before the publish, and Meta's sample app creates the carousel as soon as
 * its items have ids (Meta, Threads posts; fbsamples/threads_api; checked 2026-11). The carousel is
 * then IN_PROGRESS until they are done. One publisher was refused (exileum/meta-mcp pull request
 * 4): a control does that.
 */
function gatherItems(deps: CreateDeps, call: GraphCall, request: ContainerRequest): ContainerFiles<ThreadsDraft> {
  const { username } = call.profile;
  return gatherChildren(deps.containers, {
    username,
    ids: request.children,
    max: 20,
    states: deps.earlyCarousels.of(username) ? ['FINISHED', 'IN_PROGRESS'] : ['FINISHED'],
    failure: failures.invalidChildren,
  });
}

/** A picture that cannot be fetched fails the call, a video fails the container later. */
async function fetchFile(
  deps: CreateDeps,
  call: GraphCall,
  request: ContainerRequest,
): Promise<ContainerFiles<ThreadsDraft>> {
  const { fileUrl, altText } = request;
  if (fileUrl === null) return { ok: true, items: [], children: [], processingError: null };
  const wanted = request.mediaType === 'VIDEO' ? 'video' : 'image';
  const { username } = call.profile;
  const download = await downloadMedia(deps.world, { url: fileUrl, wanted, username });
  if (!download.ok) {
    if (wanted === 'image')
      return { ok: false, failure: download.isSlow ? failures.mediaTooSlow : failures.mediaNotFetched(fileUrl) };
    return { ok: true, items: [], children: [], processingError: 'FAILED_DOWNLOADING_VIDEO' };
  }
  const failure = wanted === 'image' ? pictureFailure(download.media) : null;
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
