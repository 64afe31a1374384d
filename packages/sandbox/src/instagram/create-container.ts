import { type ContainerFiles, gatherChildren } from '../meta/container-files.ts';
import type { Containers } from '../meta/containers.ts';
import { downloadMedia } from '../meta/download-media.ts';
import { answered, type GraphAnswer, type GraphFailure, refused } from '../meta/graph/graph-answer.ts';
import type { GraphCall } from '../meta/graph/graph-router.ts';
import type { MovingDay } from '../meta/moving-day.ts';
import type { PerPerson } from '../meta/per-person.ts';
import type { MediaItem } from '../meta/posts.ts';
import type { MetaWorld } from '../meta/world.ts';
import { type ContainerRequest, knownParameters, readContainerRequest } from './container-request.ts';
import * as failures from './failures.ts';
import { type FileRules, judgeVideo, pictureFailure } from './media-rules.ts';
import type { PostOptions } from './post-options.ts';
import type { InstagramDraft } from './posts.ts';

type CreateDeps = {
  readonly world: MetaWorld;
  readonly containers: Containers<InstagramDraft>;
  readonly creations: MovingDay;
  readonly fileRules: PerPerson<FileRules>;
  readonly trialReels: PerPerson<TrialReels>;
  readonly partnershipLabel: PerPerson<boolean>;
  /** Ids of Pages without a location. */
  readonly placeless: Set<string>;
};

/** The answer to a container of a trial reel. */
export const trialReelAnswers = ['accepted', 'quota', 'unavailable'] as const;
export type TrialReels = (typeof trialReelAnswers)[number];

/** 400 containers in 24 hours, items of carousels included (Meta, IG user media, 2026-09). */
const MAX_CREATIONS = 400;

/** `POST /{ig}/media` of the own account. */
export async function createContainer(deps: CreateDeps, call: GraphCall): Promise<GraphAnswer> {
  const { world } = deps;
  const { profile, parameters } = call;
  if (profile.kind === 'PERSONAL') return refused(failures.notProfessional);
  world.ignoredParameters.note(profile.username, parameters, knownParameters);
  const read = readContainerRequest(parameters);
  if (!read.ok) return refused(read.failure);
  const forbidden = optionFailure(deps, call, read.value.options);
  if (forbidden) return refused(forbidden);
  if (deps.creations.used(profile.username) >= MAX_CREATIONS) return refused(failures.creationQuota);

  const request = read.value;
  const files = request.kind === 'carousel' ? gatherItems(deps, call, request) : await fetchFiles(deps, call, request);
  if (!files.ok) return refused(files.failure);
  deps.creations.record(profile.username);
  const plan = world.processing.planFor(profile.username, request.kind);
  const container = deps.containers.create({
    username: profile.username,
    draft: {
      product: request.product,
      type: request.kind === 'carousel' ? 'CAROUSEL_ALBUM' : request.kind === 'video' ? 'VIDEO' : 'IMAGE',
      isCarouselItem: request.isCarouselItem,
      // A story has no caption: publishers send one, and it is dropped (gitroomhq/postiz-app,
      // checked 2026-11).
      text: request.product === 'STORY' ? '' : request.caption,
      isAiGenerated: request.isAiGenerated,
      isSharedToFeed: request.isSharedToFeed,
      options: request.options,
      items: files.items,
    },
    plan: { ...plan, error: plan.error ?? files.processingError },
    children: files.children,
  });
  return answered({ id: container.id });
}

/**
 * Options that the account may not use. The label of paid partnerships is for Facebook Login only
 * (Meta, content publishing, checked 2026-11). What this login is answered is not known: it is
 * accepted, unless a control refuses it.
 */
function optionFailure(deps: CreateDeps, { profile }: GraphCall, options: PostOptions): GraphFailure | null {
  const trials = deps.trialReels.of(profile.username);
  if (options.graduationStrategy !== null && trials === 'quota') return failures.trialReelQuota;
  if (options.graduationStrategy !== null && trials === 'unavailable') return failures.trialReelsUnavailable;
  if (options.locationId !== null && deps.placeless.has(options.locationId)) return failures.pageWithoutLocation;
  if (options.sponsorIds.includes(profile.accountId)) return failures.ownSponsor;
  const mayLabel = !options.isPaidPartnership || deps.partnershipLabel.of(profile.username);
  return mayLabel ? null : failures.notEligibleForPartnerships;
}

/** 2 to 10 valid items, no reels. One bad item fails the whole carousel, unnamed. */
function gatherItems(deps: CreateDeps, call: GraphCall, request: ContainerRequest): ContainerFiles<InstagramDraft> {
  return gatherChildren(deps.containers, {
    username: call.profile.username,
    ids: request.children,
    max: 10,
    states: ['IN_PROGRESS', 'FINISHED'],
    fits: (draft) => draft.product === 'FEED',
    failure: () => failures.wrongCarousel,
  });
}

/**
 * Pictures and covers that cannot be fetched fail the call, a video fails the container later, as
 * Instagram downloads videos after its answer.
 */
async function fetchFiles(
  deps: CreateDeps,
  call: GraphCall,
  request: ContainerRequest,
): Promise<ContainerFiles<InstagramDraft>> {
  const rules = deps.fileRules.of(call.profile.username);
  const isVideo = request.kind === 'video';
  const { username } = call.profile;
  const wanted = isVideo ? 'video' : 'image';
  const file = await downloadMedia(deps.world, { url: request.fileUrl ?? '', wanted, username });
  if (!file.ok && isVideo) {
    const processingError = file.isSlow ? failures.VIDEO_TOO_SLOW : failures.VIDEO_NOT_FETCHED;
    return { ok: true, items: [], children: [], processingError };
  }
  if (!file.ok) return notFetched(file, request.fileUrl ?? '');

  let processingError: string | null = null;
  if (isVideo) {
    const verdict = judgeVideo(file.media, rules, request.product);
    if (verdict.failure) return { ok: false, failure: verdict.failure };
    const lengthMs = verdict.facts?.durationMs ?? Number.POSITIVE_INFINITY;
    if ((request.thumbOffsetMs ?? 0) >= lengthMs) return { ok: false, failure: failures.wrongThumbOffset(lengthMs) };
    processingError = verdict.processingError;
  } else {
    const failure = pictureFailure(file.media, rules, request.product);
    if (failure) return { ok: false, failure };
  }

  const { coverUrl } = request;
  const cover =
    coverUrl === null ? null : await downloadMedia(deps.world, { url: coverUrl, wanted: 'image', username });
  if (cover && !cover.ok) return notFetched(cover, coverUrl ?? '');
  const badCover = cover && pictureFailure(cover.media, rules, 'REELS');
  if (badCover) return { ok: false, failure: badCover };
  const item: MediaItem = {
    type: isVideo ? 'video' : 'image',
    url: file.media.blobUrl,
    coverUrl: cover?.media.blobUrl ?? null,
    altText: request.altText,
    // A cover wins over a frame of the video.
    thumbOffsetMs: cover ? null : request.thumbOffsetMs,
    ...(request.userTags.length > 0 && { tags: request.userTags }),
  };
  return { ok: true, items: [item], children: [], processingError };
}

function notFetched({ isSlow }: { readonly isSlow: boolean }, url: string): ContainerFiles<InstagramDraft> {
  return { ok: false, failure: isSlow ? failures.mediaTooSlow : failures.mediaNotFetched(url) };
}
