import type { Request } from 'express';
import type { JsonObject } from '../../read-json.ts';
import { type Answer, allowed, type Checked, invalidRequest, missing, ok, refused } from '../answers.ts';
import type { XPost } from '../content.ts';
import type { Call } from '../endpoint.ts';
import { toUser } from '../to-user.ts';
import type { XPerson, XWorld } from '../world.ts';
import {
  expansions,
  mediaFields,
  pollFields,
  postFields,
  readFields,
  refuseUnknownParameters,
  userFields,
} from './fields.ts';
import { type Asked, toMedia, toPoll, toPost } from './to-post.ts';

const MAX_IDS = 100;
const shapeParameters = [
  'tweet.fields',
  'post.fields',
  'media.fields',
  'user.fields',
  'poll.fields',
  'place.fields',
  'expansions',
];

/** `GET /2/tweets?ids=`: missing posts are in `errors` next to the found ones, with 200. */
export function lookUpPosts(world: XWorld, { req, person }: Call): Answer {
  const asked = readAsked(world, req, ['ids']);
  if (!asked.ok) return asked.answer;
  const given = typeof req.query.ids === 'string' && req.query.ids !== '' ? req.query.ids.split(',') : [];
  if (given.length === 0) return complain('ids', 'The `ids` query parameter can not be empty', []);
  if (given.length > MAX_IDS) {
    return complain(
      'ids',
      `The number of values in the \`ids\` query parameter list [${given.length}] is not between 1 and ${MAX_IDS}`,
      given,
    );
  }
  const wrong = given.find((id) => !/^[0-9]{1,19}$/.test(id));
  if (wrong !== undefined) return complain('ids', `The \`ids\` query parameter value [${wrong}] is not valid`, given);

  const ids = [...new Set(given)];
  const found = ids.map((id) => findVisible(world, person, id));
  const missed = ids.filter((_, index) => !found[index]).map((id) => missing('tweet', 'ids', id));
  return ok(
    toListBody(
      world,
      found.filter((post) => post !== null),
      person,
      asked.value,
      missed,
    ),
  );
}

/** `GET /2/tweets/{id}`. */
export function lookUpPost(world: XWorld, { req, person }: Call): Answer {
  const id = req.params.id ?? '';
  const asked = readAsked(world, req, []);
  if (!asked.ok) return asked.answer;
  if (!/^[0-9]{1,19}$/.test(id)) return complain('id', `The \`id\` query parameter value [${id}] is not valid`, [id]);
  const post = findVisible(world, person, id);
  if (!post) return ok({ errors: [missing('tweet', 'id', id)] });
  const { data, ...rest } = toListBody(world, [post], person, asked.value, []);
  return ok({ data: Array.isArray(data) ? data[0] : data, ...rest });
}

/** Reads the parameters that shape posts. Answers use the question's names by default. */
export function readAsked(world: XWorld, req: Request, otherParameters: readonly string[]): Checked<Asked> {
  const shaping = world.state.settings.tweetFieldsKnown
    ? shapeParameters
    : shapeParameters.filter((parameter) => parameter !== 'tweet.fields');
  const known = refuseUnknownParameters(req, [...shaping, ...otherParameters]);
  if (!known.ok) return known;
  const fields = readFields(req, ['tweet.fields', 'post.fields'], postFields);
  const media = readFields(req, ['media.fields'], mediaFields);
  const users = readFields(req, ['user.fields'], userFields);
  const polls = readFields(req, ['poll.fields'], pollFields);
  const expanded = readFields(req, ['expansions'], expansions);
  for (const each of [fields, media, users, polls, expanded]) if (!each.ok) return each;
  if (!fields.ok || !media.ok || !users.ok || !polls.ok || !expanded.ok) return refused(invalidRequest());
  const { fieldNames } = world.state.settings;
  const spoken = req.query['post.fields'] === undefined ? 'tweet' : 'post';
  return allowed({
    fields: fields.value,
    mediaFields: media.value,
    userFields: users.value,
    pollFields: polls.value,
    expansions: expanded.value,
    generation: fieldNames === 'as-asked' ? spoken : fieldNames,
  });
}

/** `data`, `includes` and `errors` of an answer with posts; empty parts are omitted. */
export function toListBody(
  world: XWorld,
  posts: readonly XPost[],
  viewer: XPerson,
  asked: Asked,
  missed: readonly JsonObject[],
): JsonObject {
  const shown = posts.map((post) => toPost(world, post, viewer, asked));
  const errors = [...missed, ...shown.flatMap((each) => each.errors)];
  const includes = toIncludes(world, posts, asked);
  return {
    ...(shown.length > 0 && { data: shown.map(({ data }) => data) }),
    ...(Object.keys(includes).length > 0 && { includes }),
    ...(errors.length > 0 && { errors }),
  };
}

function toIncludes(world: XWorld, posts: readonly XPost[], asked: Asked): JsonObject {
  const media = asked.expansions.has('attachments.media_keys') ? posts.flatMap((post) => post.media) : [];
  const authorIds = asked.expansions.has('author_id') ? new Set(posts.map((post) => post.authorId)) : [];
  const users = [...authorIds].flatMap((id) => world.state.people.get(id) ?? []);
  const isPollWanted = asked.expansions.has('attachments.poll_ids');
  const polls = isPollWanted ? posts.flatMap((post) => toPoll(post, asked, world.clock.now())) : [];
  return {
    ...(media.length > 0 && { media: media.map((each) => toMedia(each, asked)) }),
    ...(polls.length > 0 && { polls }),
    ...(users.length > 0 && { users: users.map((user) => toUser(world, user, asked.userFields)) }),
  };
}

/** Posts of protected people are visible to themselves alone. */
function findVisible(world: XWorld, viewer: XPerson, id: string): XPost | null {
  const post = world.state.posts.find(id);
  if (!post) return null;
  return world.state.people.get(post.authorId)?.isProtected && post.authorId !== viewer.id ? null : post;
}

function complain(parameter: string, message: string, values: readonly string[]): Answer {
  return invalidRequest({ message, parameters: { [parameter]: values } });
}
