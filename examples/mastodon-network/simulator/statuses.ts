import { countText, formatText } from './format-text.ts';
import type { Handling, SignedIn } from './handling.ts';
import { mediaEntity } from './media.ts';
import { json, type Reply, refuse } from './reply.ts';
import { type Attachment, nextId, type Person, type Status, type World } from './world.ts';

const MAX_CHARACTERS = 500;
const MAX_MEDIA = 4;
const KEY_MS = 3_600_000;

/** The used part of the entity (Mastodon, Status entity, checked 2026-11). */
export function statusEntity(world: World, origin: string, status: Status): Record<string, unknown> {
  const { id, author, reblogOf, inReplyTo } = status;
  const shown = reblogOf ?? status;
  return {
    id,
    created_at: new Date(status.createdAt).toISOString(),
    in_reply_to_id: inReplyTo?.id ?? null,
    uri: `${origin}/users/${author.username}/statuses/${id}`,
    url: `${origin}/@${author.username}/${id}`,
    visibility: 'public',
    content: formatText(origin, shown.text),
    replies_count: world.statuses.filter((each) => each.inReplyTo === shown).length,
    reblogs_count: world.statuses.filter((each) => each.reblogOf === shown).length,
    favourites_count: shown.favourites,
    quotes_count: 0,
    reblog: reblogOf ? statusEntity(world, origin, reblogOf) : null,
    account: { id: author.id, username: author.username, acct: author.username },
    media_attachments: shown.media.map((media) => mediaEntity(origin, media)),
  };
}

/** Mastodon, Post a new status (checked 2026-11). A key within its hour gives the same status. */
export function postStatus({ world, person, request }: Omit<SignedIn, 'parts'>): Reply {
  const key = request.header('idempotency-key');
  const known = key === null ? undefined : world.keys.get(`${person.id} ${key}`);
  const entity = (status: Status) => json(200, statusEntity(world, request.url.origin, status));
  if (known && known.until > world.now()) return entity(known.status);

  const text = request.field('status') ?? '';
  const media = chooseMedia(world, person, request.list('media_ids'));
  if ('status' in media) return media;
  const replyTo = request.field('in_reply_to_id');
  const inReplyTo = replyTo === null ? null : world.statuses.find(({ id }) => id === replyTo);
  if (inReplyTo === undefined) return refuse(404, 'Record not found');
  if (text.trim() === '' && media.chosen.length === 0) return refuse(422, "Validation failed: Text can't be blank");
  if (countText(text) > MAX_CHARACTERS)
    return refuse(422, `Validation failed: Text character limit of ${MAX_CHARACTERS} exceeded`);

  const status = add(world, { author: person, text, media: media.chosen, inReplyTo, reblogOf: null });
  for (const each of media.chosen) each.statusId = status.id;
  if (key !== null) world.keys.set(`${person.id} ${key}`, { status, until: world.now() + KEY_MS });
  return entity(status);
}

function chooseMedia(
  world: World,
  person: Person,
  ids: readonly string[],
): { readonly chosen: readonly Attachment[] } | Reply {
  const chosen = ids.map((id) =>
    world.media.find((media) => media.id === id && media.owner === person && media.statusId === null),
  );
  const found = chosen.filter((media) => media !== undefined);
  if (ids.length > MAX_MEDIA) return refuse(422, 'Cannot attach more than 4 files');
  if (found.length < ids.length) return refuse(422, `Media ${ids.filter((_, at) => !chosen[at]).join(', ')} not found`);
  if (found.length > 1 && found.some(({ type }) => type === 'video'))
    return refuse(422, 'Cannot attach a video to a post that already contains images');
  if (found.some(({ looksLeft }) => looksLeft > 0))
    return refuse(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
  return { chosen: found };
}

function add(world: World, fields: Omit<Status, 'id' | 'createdAt' | 'favourites'>): Status {
  const status: Status = { ...fields, id: nextId(world), createdAt: world.now(), favourites: 0 };
  world.statuses.push(status);
  return status;
}

/** Mastodon, statuses methods, View a single status (checked 2026-11). */
export function readStatus({ world, request, parts: [id] }: Handling): Reply {
  const status = world.statuses.find((each) => each.id === id);
  return status ? json(200, statusEntity(world, request.url.origin, status)) : refuse(404, 'Record not found');
}

/** Mastodon, Boost a status (checked 2026-11): a second boost gives the first one back. */
export function boost({ world, person, request, parts: [id] }: SignedIn): Reply {
  const found = world.statuses.find((each) => each.id === id);
  if (!found) return refuse(404, 'Record not found');
  const reblogOf = found.reblogOf ?? found;
  const before = world.statuses.find((each) => each.author === person && each.reblogOf === reblogOf);
  const status = before ?? add(world, { author: person, text: '', media: [], inReplyTo: null, reblogOf });
  return json(200, statusEntity(world, request.url.origin, status));
}

/** Mastodon, Get account's statuses (checked 2026-11): newest first, at most 40. */
export function listStatuses({ world, request, parts: [accountId] }: Handling): Reply {
  const limit = Math.min(Number(request.field('limit') ?? 20), 40);
  const below = request.field('max_id');
  const without = (name: string) => request.field(name) === 'true';
  const listed = world.statuses
    .filter(({ author }) => author.id === accountId)
    .filter(({ id }) => below === null || BigInt(id) < BigInt(below))
    .filter(({ reblogOf }) => !without('exclude_reblogs') || reblogOf === null)
    .filter(({ inReplyTo, author }) => !without('exclude_replies') || inReplyTo === null || inReplyTo.author === author)
    .toReversed()
    .slice(0, limit);
  return json(
    200,
    listed.map((status) => statusEntity(world, request.url.origin, status)),
  );
}
