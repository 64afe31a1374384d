import { type AccountCall, type Call, type HubSite, NetworkError } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { connectHub } from './connect-hub.ts';
import type { HubAdapter } from './hub-adapter.ts';
import type { HubCall, HubDriver, HubPost, HubSpace, HubWriteCall } from './hub-driver.ts';
import { createHubRules } from './rules.ts';
import { spaceNotFound } from './space-not-found.ts';
import { createSpaces, type Spaces } from './spaces.ts';

type Options = {
  /** One for each type of hub. */
  readonly drivers: readonly HubDriver[];
  /** The name of our keys on hubs: their users see it in the list of their keys. */
  readonly serviceName: string;
};

/** A deletion whose answer was lost is sent again after this long. */
const REPEAT_DELETION_AFTER_MS = 2_000;

/**
 * Self-hosted hubs as one network: every call goes to the driver of the account's hub.
 *
 * @example
 * const hub = createHubAdapter({ drivers: [createWordpress(), createMicropub()], serviceName: 'Fanfare' });
 */
export function createHubAdapter({ drivers, serviceName }: Options): HubAdapter {
  const byType = new Map(drivers.map((driver) => [driver.type, driver]));
  const driverOf = (type: HubSite['type']): HubDriver => {
    const driver = byType.get(type);
    if (driver) return driver;
    throw new NetworkError({
      code: 'internal_error',
      outcome: 'not_sent',
      message: `This installation has no driver for hubs of the type ${type}.`,
      operator: true,
    });
  };
  const of = (call: AccountCall): { readonly driver: HubDriver; readonly hubCall: HubCall } => {
    const { hub, username } = call.account;
    if (hub === undefined) throw new Error('This account is not on a hub.');
    const { http, clock, signal, credential } = call;
    return {
      driver: driverOf(hub.type),
      hubCall: { http, clock, signal, hub, username, apiKey: credential.accessToken },
    };
  };
  const spaces = createSpaces();
  const openWrite = (call: Call, spaceSlug: string | null) => {
    const { driver, hubCall } = of(call);
    return {
      write: driver.publish,
      call: { ...call, ...hubCall, findSpace: spaceFinder(spaces, driver, hubCall, spaceSlug) },
    };
  };

  return {
    platform: 'hub',
    rules: createHubRules(drivers),
    connectHub: (io, request) => connectHub(io, { drivers: byType, spaces, serviceName }, request),
    async findHome(io, { type, url }) {
      try {
        return (await driverOf(type).findHome?.(io, url)) ?? null;
      } catch (error) {
        if (error instanceof NetworkError) return null;
        throw error;
      }
    },
    listSpaces: (call, query) => {
      const { driver, hubCall } = of(call);
      return spaces.search(driver, hubCall, query);
    },
    publish: {
      prepare(given, draft) {
        const { write, call } = openWrite(given, draft.spaceSlug);
        return write.prepare(call, toHubPost(draft));
      },
      send(given, prepared) {
        const { write, call } = openWrite(given, null);
        return write.send(call, prepared);
      },
      reconcile(given, attempt) {
        const { write, call } = openWrite(given, attempt.input.spaceSlug);
        return write.reconcile(call, { ...attempt, input: toHubPost(attempt.input) });
      },
      async discard(given, steps) {
        const { write, call } = openWrite(given, null);
        await write.discard?.(call, steps);
      },
    },
    unpublish: {
      async prepare(call, { platformPostId }) {
        if (of(call).driver.deletePost) return { handle: platformPostId, body: null };
        throw new NetworkError({
          code: 'content_rejected',
          outcome: 'not_sent',
          message: 'This service cannot delete posts on hubs of this type.',
          remedy: 'Delete the post on the hub.',
        });
      },
      async send(call, { handle }) {
        const { driver, hubCall } = of(call);
        if (handle === null) throw new RangeError('A deletion is sent by its handle, the id of the post.');
        await driver.deletePost?.(hubCall, handle);
        return { platformPostId: null, url: null };
      },
      reconcile: async () => ({ state: 'resend', afterMs: REPEAT_DELETION_AFTER_MS }),
    },
    async metrics(call, platformPostId) {
      const { driver, hubCall } = of(call);
      const none = { views: null, likes: null, comments: null, shares: null, saves: null };
      return (await driver.metrics?.(hubCall, platformPostId)) ?? none;
    },
    async revoke(call) {
      const { driver, hubCall } = of(call);
      await driver.deleteKey?.(hubCall);
    },
    checkCredential(call) {
      const { driver, hubCall } = of(call);
      return driver.checkKey(hubCall);
    },
  };
}

const toHubPost = ({ content, media, options }: Draft): HubPost => ({
  text: content,
  images: media.map(({ url, altText }) => ({ url, altText: altText?.trim() ? altText : null })),
  ...(options && { options }),
});

function spaceFinder(
  spaces: Spaces,
  driver: HubDriver,
  call: HubCall,
  spaceSlug: string | null,
): HubWriteCall['findSpace'] {
  const find = async (): Promise<HubSpace | null> => {
    const slug = spaceSlug ?? call.hub.defaultSpaceSlug;
    if (slug === null) return null;
    const space = await spaces.find(driver, call, slug);
    if (space) return space;
    throw spaceNotFound(slug);
  };
  let found: Promise<HubSpace | null> | undefined;
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}
