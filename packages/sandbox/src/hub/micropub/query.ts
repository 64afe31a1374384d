import type { JsonObject } from '../../read-json.ts';
import { type Answer, invalidRequest, ok, refusal } from './answer.ts';
import { livingNotes } from './note-store.ts';
import { toSource } from './properties.ts';
import { SYNDICATION, type World } from './world.ts';

// W3C Micropub, 3.7, the extensions for channels (indieweb/micropub-extensions #40) and for lists
// of posts (#4), and Indiekit's lib/controllers/query.js and lib/config.js, checked 2026-11.
const USUAL_LIST = 20;
const MOST_LISTED = 100;

/** `GET {endpoint}?q=…` */
export function answerQuery(world: World, params: JsonObject): Answer {
  const { q } = params;
  if (typeof q !== 'string' || q === '') return invalidRequest('Missing parameter: `q`');
  if (q === 'config') return ok(configOf(world));
  if (q === 'source') return params.url === undefined ? listSources(world, params) : showSource(world, params);
  const config: JsonObject = {
    ...configOf(world),
    ...(world.habits.channels === 'query' && { channel: channelsOf(world) }),
  };
  if (q === 'channel' && config.channel !== undefined) return ok({ channels: select(channelsOf(world), params) });
  const key = q === 'category' ? 'categories' : q;
  const value = Object.hasOwn(config, key) && key !== 'channel' ? config[key] : undefined;
  if (value === undefined) return refusal(501, 'not_implemented', `Unsupported query for \`q\`: \`${q}\``);
  return ok({ [key]: Array.isArray(value) ? select(value, params) : value });
}

export function mediaEndpointOf(world: World): string {
  return world.habits.mediaEndpoint ?? `${world.hub.url()}/media`;
}

function configOf(world: World): JsonObject {
  const listsChannels = world.habits.channels !== 'none';
  return {
    'media-endpoint': mediaEndpointOf(world),
    ...(listsChannels && { channels: channelsOf(world) }),
    categories: [],
    'post-types': [
      { type: 'note', name: 'Note' },
      { type: 'photo', name: 'Photo' },
      { type: 'article', name: 'Article' },
    ],
    'syndicate-to': SYNDICATION,
    q: [
      'category',
      ...(world.habits.channels === 'query' ? ['channel'] : []),
      'config',
      'media-endpoint',
      'post-types',
      'source',
      'syndicate-to',
    ],
  };
}

function channelsOf(world: World) {
  return [...world.channels.values()];
}

/** `filter` is looked for in lower-case JSON: capitals find nothing. `offset` needs a limit. */
function select(items: readonly unknown[], { filter, limit, offset }: JsonObject): readonly unknown[] {
  const found =
    typeof filter === 'string' && filter !== ''
      ? items.filter((item) => JSON.stringify(item).toLowerCase().includes(filter))
      : items;
  const count = Number(limit) || 0;
  const start = Number(offset) || 0;
  return count > 0 ? found.slice(start, start + count) : found;
}

function showSource(world: World, params: JsonObject): Answer {
  const note = typeof params.url === 'string' ? world.notes.get(params.url) : undefined;
  if (!note || note.deleted) return invalidRequest('No post was found at this URL');
  const source = toSource(note);
  const { properties } = params;
  if (properties === undefined) return ok(source);
  const wanted = (Array.isArray(properties) ? properties : [properties]).map(String);
  return ok({
    properties: Object.fromEntries(Object.entries(source.properties).filter(([name]) => wanted.includes(name))),
  });
}

/** Newest first; `after` is where the last page ended. */
function listSources(world: World, { limit, after }: JsonObject): Answer {
  const notes = livingNotes(world);
  const count = Math.min(Number(limit) || USUAL_LIST, MOST_LISTED);
  const start = typeof after === 'string' ? notes.findIndex(({ uid }) => uid === after) + 1 : 0;
  const shown = notes.slice(start, start + count);
  const last = shown.at(-1);
  const hasMore = start + shown.length < notes.length;
  return ok({ items: shown.map(toSource), paging: { ...(hasMore && last && { after: last.uid }) } });
}
