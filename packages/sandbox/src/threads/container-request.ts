import { type ReadParameter, readBoolean } from '../meta/graph/boolean-parameter.ts';
import { type GraphFailure, invalidParameter } from '../meta/graph/graph-answer.ts';
import { readList } from '../meta/graph/list-parameter.ts';
import type { Parameters } from '../meta/graph/parameters.ts';
import { readExtras, type ThreadsExtras } from './extras.ts';
import * as failures from './failures.ts';
import { readPoll, type ThreadsPoll } from './poll.ts';
import { isTopic } from './tags-and-links.ts';
import { linksOf, threadsLength } from './text-length.ts';

/** A container call with valid parameters. Its files are not checked yet. */
export type ContainerRequest = {
  readonly mediaType: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL';
  readonly isCarouselItem: boolean;
  readonly text: string;
  readonly altText: string | null;
  readonly fileUrl: string | null;
  readonly children: readonly string[];
  readonly replyTo: string | null;
  /** The post that it quotes. */
  readonly quotes: string | null;
  readonly poll: ThreadsPoll | null;
  readonly extras: ThreadsExtras;
  readonly publishesAtOnce: boolean;
};

const MEDIA_TYPES = ['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL'] as const;
const REPLY_CONTROLS = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
];
const MAX_TEXT = 500;
const MAX_LINKS = 5;
const MAX_ALT_TEXT = 1000;

/** Parameters of `POST /{user}/threads` (Meta, Threads publishing, 2026-10); none for AI. */
export const knownParameters: readonly string[] = [
  'media_type',
  'text',
  'image_url',
  'video_url',
  'is_carousel_item',
  'children',
  'alt_text',
  'reply_to_id',
  'reply_control',
  'link_attachment',
  'topic_tag',
  'auto_publish_text',
  'quote_post_id',
  'poll_attachment',
  'gif_attachment',
  'text_entities',
  'is_spoiler_media',
  'text_attachment',
  'is_ghost_post',
  'enable_reply_approvals',
  'location_id',
  'allowlisted_country_codes',
  'crossreshare_to_ig',
];

export function readContainerRequest(parameters: Parameters): ReadParameter<ContainerRequest> {
  const mediaType = MEDIA_TYPES.find((known) => known === parameters.get('media_type'));
  if (!mediaType) return { ok: false, failure: failures.notOneOf('media_type', MEDIA_TYPES) };
  const isCarouselItem = readBoolean(parameters, 'is_carousel_item');
  if (!isCarouselItem.ok) return isCarouselItem;
  const autoPublish = readBoolean(parameters, 'auto_publish_text');
  if (!autoPublish.ok) return autoPublish;
  const poll = readPoll(parameters);
  if (!poll.ok) return poll;
  const extras = readExtras(parameters, mediaType);
  if (!extras.ok) return extras;

  const replyTo = parameters.get('reply_to_id') ?? null;
  const fileName = mediaType === 'IMAGE' ? 'image_url' : mediaType === 'VIDEO' ? 'video_url' : null;
  const request: ContainerRequest = {
    mediaType,
    isCarouselItem: isCarouselItem.value,
    text: parameters.get('text') ?? '',
    altText: parameters.get('alt_text') ?? null,
    fileUrl: fileName === null ? null : (parameters.get(fileName) ?? null),
    children: readList(parameters, 'children'),
    replyTo,
    quotes: parameters.get('quote_post_id') ?? null,
    poll: poll.poll,
    extras: extras.extras,
    // Its effect on a reply is not documented; here a reply is published in two steps.
    publishesAtOnce: autoPublish.value && mediaType === 'TEXT' && replyTo === null,
  };
  const failure =
    presenceFailure(request, fileName) ?? textFailure(request, parameters) ?? extrasFailure(request, parameters);
  return failure ? { ok: false, failure } : { ok: true, value: request };
}

function presenceFailure(request: ContainerRequest, fileName: string | null): GraphFailure | null {
  if (request.mediaType === 'TEXT' && request.text.trim() === '')
    return invalidParameter('The parameter text is required');
  if (fileName !== null && request.fileUrl === null) return invalidParameter(`The parameter ${fileName} is required`);
  if (request.isCarouselItem && fileName === null) {
    return invalidParameter('Param is_carousel_item is only supported for IMAGE and VIDEO');
  }
  return null;
}

function textFailure(request: ContainerRequest, parameters: Parameters): GraphFailure | null {
  if (threadsLength(request.text) > MAX_TEXT) return failures.textTooLong;
  const attachment = parameters.get('link_attachment');
  if (attachment !== undefined) {
    if (request.mediaType !== 'TEXT') return invalidParameter('Param link_attachment is only supported for TEXT');
    if (!/^https?:\/\//i.test(attachment) || !URL.canParse(attachment)) return failures.invalidLinkAttachment;
  }
  const attached = [attachment, request.extras.attachment?.link].filter((link) => typeof link === 'string');
  const links = new Set([...linksOf(request.text), ...attached]);
  return links.size > MAX_LINKS ? failures.tooManyLinks : null;
}

function extrasFailure(request: ContainerRequest, parameters: Parameters): GraphFailure | null {
  const { altText } = request;
  if (altText !== null) {
    if (request.mediaType === 'TEXT') return invalidParameter('Param alt_text is not supported for TEXT');
    if ([...altText].length > MAX_ALT_TEXT) {
      return invalidParameter(`Param alt_text must be at most ${MAX_ALT_TEXT} characters long.`);
    }
  }
  if (request.poll !== null && request.mediaType !== 'TEXT')
    return invalidParameter('Param poll_attachment is only supported for TEXT');
  if (request.poll !== null && parameters.has('link_attachment'))
    return invalidParameter('Param poll_attachment is not supported with link_attachment');
  const replyControl = parameters.get('reply_control');
  if (replyControl !== undefined && !REPLY_CONTROLS.includes(replyControl)) {
    return failures.notOneOf('reply_control', REPLY_CONTROLS);
  }
  const topic = parameters.get('topic_tag');
  if (topic !== undefined && !isTopic(topic))
    return invalidParameter('Param topic_tag must have 1 to 50 characters and neither . nor &');
  return null;
}
