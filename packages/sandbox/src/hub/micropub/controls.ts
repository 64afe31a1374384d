import { readChoice, readFlag, readOptionalText, readWhole, refuseUnknown } from '../../read-json.ts';
import type { Simulator } from '../../simulator.ts';
import { USUAL_RATE_LIMIT } from './habits.ts';
import type { World } from './world.ts';

/** Controls of the Micropub hub alone: `POST /__sandbox/hub/{name}`. */
export function createMicropubControls(world: World): Simulator['controls'] {
  return {
    /** `{ answer }`: what a wrong token gets. */
    'wrong-token': (body) => {
      refuseUnknown(body, ['answer']);
      world.habits.wrongToken = readChoice(body, 'answer', ['indiekit', 'redirect', 'unauthorized']);
    },
    /** `{ status }`: 201, or 202 as Micro.blog. */
    'media-answer': (body) => {
      refuseUnknown(body, ['status']);
      world.habits.mediaStatus = readStatus(body);
    },
    /** `{ status }`: 202, or 201. */
    'create-answer': (body) => {
      refuseUnknown(body, ['status']);
      world.habits.createStatus = readStatus(body);
    },
    /** `{ where }`: a new post's or file's address: `header`, `body` or `nowhere`. */
    addresses: (body) => {
      refuseUnknown(body, ['where']);
      world.habits.addresses = readChoice(body, 'where', ['header', 'body', 'nowhere']);
    },
    /** `{ status }`: a post without `post-status` is `published` or a `draft`. */
    'usual-status': (body) => {
      refuseUnknown(body, ['status']);
      world.habits.usualStatus = readChoice(body, 'status', ['published', 'draft']);
    },
    /** `{ answer }`: a good token is `active`, active as a `text`, or of `nobody`. */
    introspection: (body) => {
      refuseUnknown(body, ['answer']);
      world.habits.introspection = readChoice(body, 'answer', ['active', 'text', 'nobody']);
    },
    /** `{ answer }`: an unknown channel becomes the `default` one, or is `refuse`d. */
    'unknown-channel': (body) => {
      refuseUnknown(body, ['answer']);
      world.habits.unknownChannel = readChoice(body, 'answer', ['default', 'refuse']);
    },
    /** `{ listed }`: channels by `query`, in `config` alone, or `none`. */
    channels: (body) => {
      refuseUnknown(body, ['listed']);
      world.habits.channels = readChoice(body, 'listed', ['query', 'config', 'none']);
    },
    /** `{ url }`: what the hub says its media endpoint is; null is the real one. */
    'media-endpoint': (body) => {
      refuseUnknown(body, ['url']);
      world.habits.mediaEndpoint = readOptionalText(body, 'url');
    },
    /** `{ on, limit? }`: whether calls beyond the limit are refused, counted from now. */
    'rate-limit': (body) => {
      refuseUnknown(body, ['on', 'limit']);
      world.habits.keepsRateLimit = readFlag(body, 'on');
      world.habits.rateLimit =
        body.limit === undefined ? USUAL_RATE_LIMIT : readWhole(body, 'limit', { min: 0, max: 1_000_000 });
      world.window = { startedAt: world.context.clock.now(), calls: 0 };
    },
  };
}

function readStatus(body: Readonly<Record<string, unknown>>): 201 | 202 {
  return readWhole(body, 'status', { min: 201, max: 202 }) === 201 ? 201 : 202;
}
