import { type ReadParameter, readBoolean } from '../meta/graph/boolean-parameter.ts';
import { type GraphFailure, invalidParameter } from '../meta/graph/graph-answer.ts';
import { readList } from '../meta/graph/list-parameter.ts';
import type { Parameters } from '../meta/graph/parameters.ts';
import type { PersonTag } from '../post/post-view.ts';
import type { ContainerKind } from './container-kind.ts';
import * as failures from './failures.ts';
import { optionParameters, type PostOptions, readPostOptions } from './post-options.ts';

/** A container call with valid parameters. Its files are not checked yet. */
export type ContainerRequest = ContainerKind & {
  readonly caption: string;
  readonly altText: string | null;
  readonly isAiGenerated: boolean;
  readonly isSharedToFeed: boolean;
  /** The address of the picture or video; null for a carousel. */
  readonly fileUrl: string | null;
  readonly coverUrl: string | null;
  readonly thumbOffsetMs: number | null;
  readonly children: readonly string[];
  readonly userTags: readonly PersonTag[];
  readonly options: PostOptions;
};

const MAX_CAPTION = 2200;
const MAX_HASHTAGS = 30;
const MAX_MENTIONS = 20;
const MAX_ALT_TEXT = 1000;
const MEDIA_TYPES = ['IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'];

/** Parameters of `POST /{ig}/media` (Meta, IG user media, 2026-09). Others are ignored. */
export const knownParameters: readonly string[] = [
  'image_url',
  'video_url',
  'media_type',
  'caption',
  'alt_text',
  'is_carousel_item',
  'children',
  'cover_url',
  'thumb_offset',
  'share_to_feed',
  'is_ai_generated',
  ...optionParameters,
  'product_tags',
  'upload_type',
];

export function readContainerRequest(parameters: Parameters): ReadParameter<ContainerRequest> {
  const flags = {
    carousel: readBoolean(parameters, 'is_carousel_item'),
    ai: readBoolean(parameters, 'is_ai_generated'),
    sharing: readBoolean(parameters, 'share_to_feed', true),
  };
  if (!flags.carousel.ok) return flags.carousel;
  if (!flags.ai.ok) return flags.ai;
  if (!flags.sharing.ok) return flags.sharing;
  const mediaType = parameters.get('media_type') ?? null;
  if (mediaType !== null && !MEDIA_TYPES.includes(mediaType)) return refuse(failures.unknownMediaType);
  const isCarouselItem = flags.carousel.value;
  // Plain video posts were withdrawn on 2023-11-09: a single video is a reel.
  if (mediaType === 'VIDEO' && !isCarouselItem) return refuse(failures.unknownMediaType);

  const imageUrl = parameters.get('image_url') ?? null;
  const videoUrl = parameters.get('video_url') ?? null;
  const wantsVideo = mediaType === 'VIDEO' || mediaType === 'REELS' || (mediaType === 'STORIES' && imageUrl === null);
  const container: ContainerKind = {
    kind: mediaType === 'CAROUSEL' ? 'carousel' : wantsVideo ? 'video' : 'image',
    product: mediaType === 'REELS' ? 'REELS' : mediaType === 'STORIES' ? 'STORY' : 'FEED',
    isCarouselItem,
  };
  const options = readPostOptions(parameters, container);
  if (!options.ok) return options;
  const request: ContainerRequest = {
    ...container,
    ...options.value,
    caption: parameters.get('caption') ?? '',
    altText: parameters.get('alt_text') ?? null,
    isAiGenerated: flags.ai.value,
    isSharedToFeed: flags.sharing.value,
    fileUrl: mediaType === 'CAROUSEL' ? null : wantsVideo ? videoUrl : imageUrl,
    coverUrl: mediaType === 'REELS' ? (parameters.get('cover_url') ?? null) : null,
    thumbOffsetMs: wantsVideo && parameters.has('thumb_offset') ? Number(parameters.get('thumb_offset')) : null,
    children: readList(parameters, 'children'),
  };
  const failure = mediaFailure(request, parameters) ?? childFailure(request, parameters) ?? textFailure(request);
  return failure ? refuse(failure) : { ok: true, value: request };
}

function refuse(failure: GraphFailure): { readonly ok: false; readonly failure: GraphFailure } {
  return { ok: false, failure };
}

function mediaFailure(request: ContainerRequest, parameters: Parameters): GraphFailure | null {
  if (request.kind === 'carousel')
    return parameters.has('children') ? null : invalidParameter('The parameter children is required');
  if (request.fileUrl !== null) return null;
  return invalidParameter(`The parameter ${request.kind === 'video' ? 'video_url' : 'image_url'} is required`);
}

/** Caption and AI label are of a carousel's parent (Meta, content publishing, 2026-09). */
function childFailure(request: ContainerRequest, parameters: Parameters): GraphFailure | null {
  if (!request.isCarouselItem) return null;
  if (request.kind === 'carousel')
    return invalidParameter('Param is_carousel_item is not allowed with media_type CAROUSEL');
  for (const name of ['caption', 'is_ai_generated']) {
    if (parameters.has(name)) return invalidParameter(`Param ${name} is not allowed on carousel items`);
  }
  return null;
}

function textFailure(request: ContainerRequest): GraphFailure | null {
  const { caption, altText, thumbOffsetMs } = request;
  const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0;
  if ([...caption].length > MAX_CAPTION || hashtags > MAX_HASHTAGS) return failures.captionTooLong;
  if ((caption.match(/(?<![\w.])@[\w.]+/g)?.length ?? 0) > MAX_MENTIONS) return failures.tooManyMentions;
  if (altText !== null) {
    if (request.kind !== 'image' || request.product !== 'FEED') {
      return invalidParameter('Param alt_text is only supported for images');
    }
    if ([...altText].length > MAX_ALT_TEXT)
      return invalidParameter(`Param alt_text must be at most ${MAX_ALT_TEXT} characters long`);
  }
  if (thumbOffsetMs !== null && !(Number.isInteger(thumbOffsetMs) && thumbOffsetMs >= 0)) {
    return failures.wrongThumbOffset(null);
  }
  return null;
}
