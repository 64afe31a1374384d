import { type ReadParameter, readBoolean } from '../meta/graph/boolean-parameter.ts';
import { type GraphFailure, invalidParameter } from '../meta/graph/graph-answer.ts';
import { readList } from '../meta/graph/list-parameter.ts';
import type { Parameters } from '../meta/graph/parameters.ts';
import type { PersonTag } from '../post/post-view.ts';
import { isObject, parseJson } from '../read-json.ts';
import type { ContainerKind } from './container-kind.ts';
import * as failures from './failures.ts';
import { isUserName, readUserTags } from './user-tags.ts';

/** The values of a post beside its files and its caption. */
export type PostOptions = {
  readonly collaborators: readonly string[];
  readonly locationId: string | null;
  readonly audioName: string | null;
  /** The way from trial reel to reel; null for a post that is no trial reel. */
  readonly graduationStrategy: string | null;
  readonly isPaidPartnership: boolean;
  readonly sponsorIds: readonly string[];
};

type Options = { readonly options: PostOptions; readonly userTags: readonly PersonTag[] };

export const optionParameters: readonly string[] = [
  'user_tags',
  'location_id',
  'collaborators',
  'audio_name',
  'trial_params',
  'is_paid_partnership',
  'branded_content_sponsor_ids',
];

const MAX_COLLABORATORS = 3;
const MAX_SPONSORS = 2;
const GRADUATION_STRATEGIES = ['MANUAL', 'SS_PERFORMANCE'];

/**
 * Reads the options of `POST /{ig}/media` (Meta, IG user media, page of 2026-09-11, and content
 * publishing, both checked 2026-11).
 *
 * Not known, and assumed: `audio_name` and `share_to_feed` ("For Reels only"), `collaborators` of a
 * story ("Not supported for Stories"), `location_id` of a story (no such parameter in its syntax)
 * and an option of a carousel item are refused, not ignored. Known from users is only the refusal
 * of `collaborators` on an item.
 */
export function readPostOptions(parameters: Parameters, container: ContainerKind): ReadParameter<Options> {
  const failure = misplaced(parameters, container);
  if (failure) return { ok: false, failure };
  const collaborators = readCollaborators(parameters);
  if (!collaborators.ok) return collaborators;
  const userTags = readUserTags(parameters, container);
  if (!userTags.ok) return userTags;
  const locationId = readId(parameters, 'location_id');
  if (!locationId.ok) return locationId;
  const graduationStrategy = readTrial(parameters);
  if (!graduationStrategy.ok) return graduationStrategy;
  const sponsorIds = readSponsors(parameters);
  if (!sponsorIds.ok) return sponsorIds;
  const labelled = readBoolean(parameters, 'is_paid_partnership');
  if (!labelled.ok) return labelled;
  return {
    ok: true,
    value: {
      userTags: userTags.value,
      options: {
        collaborators: collaborators.value,
        locationId: locationId.value,
        audioName: parameters.get('audio_name') ?? null,
        graduationStrategy: graduationStrategy.value,
        // The label is set by itself where a sponsor is named.
        isPaidPartnership: labelled.value || sponsorIds.value.length > 0,
        sponsorIds: sponsorIds.value,
      },
    },
  };
}

const OF_REELS = ['audio_name', 'share_to_feed', 'trial_params'];
const NOT_OF_STORIES = ['collaborators', 'location_id'];
const NOT_OF_ITEMS = ['collaborators', 'location_id', 'is_paid_partnership', 'branded_content_sponsor_ids'];

function misplaced(parameters: Parameters, { kind, product, isCarouselItem }: ContainerKind): GraphFailure | null {
  const sent = (names: readonly string[]) => names.find((name) => parameters.has(name));
  const ofItem = isCarouselItem ? sent(NOT_OF_ITEMS) : undefined;
  // Live message (gitroomhq/postiz-app issue 1405, checked 2026-11).
  if (ofItem) return invalidParameter(`The param ${ofItem} is not allowed for carousel child`);
  const ofStory = product === 'STORY' ? sent(NOT_OF_STORIES) : undefined;
  if (ofStory) return invalidParameter(`Param ${ofStory} is not supported for stories`);
  // The syntax of carousels has `share_to_feed` too, so it does nothing there.
  const ofReel =
    product === 'REELS' ? undefined : sent(kind === 'carousel' ? ['audio_name', 'trial_params'] : OF_REELS);
  return ofReel ? invalidParameter(`Param ${ofReel} is only supported for reels`) : null;
}

/** Up to 3 user names; one reading page says 5. The words for a fourth are not known. */
function readCollaborators(parameters: Parameters): ReadParameter<readonly string[]> {
  const names = readList(parameters, 'collaborators');
  if (names.length > MAX_COLLABORATORS)
    return refuse(invalidParameter(`Param collaborators must have at most ${MAX_COLLABORATORS} elements`));
  const wrong = names.filter((name) => !isUserName(name));
  return wrong.length > 0 ? refuse(failures.untaggable(wrong)) : { ok: true, value: names };
}

/** A place is a Page; whether it has a location is not judged. */
function readId(parameters: Parameters, name: string): ReadParameter<string | null> {
  const id = parameters.get(name);
  if (id === undefined) return { ok: true, value: null };
  return /^\d+$/.test(id)
    ? { ok: true, value: id }
    : refuse(invalidParameter(`Param ${name} must be a valid ID string (e.g., "123")`));
}

function readTrial(parameters: Parameters): ReadParameter<string | null> {
  const text = parameters.get('trial_params');
  if (text === undefined) return { ok: true, value: null };
  const trial = parseJson(text);
  if (!isObject(trial)) return refuse(invalidParameter('Param trial_params must be a JSON object'));
  const { graduation_strategy: strategy } = trial;
  if (strategy === undefined)
    return refuse(invalidParameter('The parameter trial_params[graduation_strategy] is required'));
  if (typeof strategy === 'string' && GRADUATION_STRATEGIES.includes(strategy)) return { ok: true, value: strategy };
  const choices = `{${GRADUATION_STRATEGIES.join(', ')}}`;
  return refuse(invalidParameter(`Param trial_params[graduation_strategy] must be one of ${choices}`));
}

/** Up to 2 ids of professional accounts. The messages are Meta's, their codes are not published. */
function readSponsors(parameters: Parameters): ReadParameter<readonly string[]> {
  const ids = readList(parameters, 'branded_content_sponsor_ids');
  if (ids.length > MAX_SPONSORS) return refuse(failures.tooManySponsors);
  return ids.every((id) => /^\d+$/.test(id)) ? { ok: true, value: ids } : refuse(failures.wrongSponsor);
}

function refuse(failure: GraphFailure): { readonly ok: false; readonly failure: GraphFailure } {
  return { ok: false, failure };
}
