import type { HubType } from '@fanfare/contract';
import type { ConnectCodeSeed, HubFailure, HubFailureScript, SeedHub, SeedSpace } from '@fanfare/mock';
import { HUB_SPACES, type World } from '../implementation.ts';

/** The controls of a mock: by calls, or by its control endpoints. */
type Controls = {
  readonly seedHub: (hub: SeedHub) => Promise<void>;
  readonly connectCode: (code: ConnectCodeSeed) => Promise<string>;
  readonly failHub: (code: HubFailure, options: HubFailureScript) => Promise<void>;
};

type HubTools = Pick<World, 'hubUser' | 'hubKey' | 'hubCode' | 'addSpace' | 'scriptHub'>;

/**
 * Hubs of a mock. Every person has a separate one, so that what is scripted of it is no other
 * statement's.
 */
export function mockHubs({ seedHub, connectCode, failHub }: Controls): HubTools {
  const spaces = new Map<string, SeedSpace[]>();
  let keys = 0;
  return {
    async hubUser(type, username, may) {
      const hubUrl = `https://${username}.${type}.example`;
      if (spaces.has(hubUrl)) return { type, hubUrl, username };
      spaces.set(hubUrl, [...spacesOf(type)]);
      await seedHub({ url: hubUrl, type, spaces: spacesOf(type) });
      const message = `${username} may not publish on this hub.`;
      if (may === 'read') await failHub('hub_auth_failed', { hubUrl, message, times: Number.POSITIVE_INFINITY });
      return { type, hubUrl, username };
    },
    hubKey: async ({ username }) => `key ${keys++} of ${username}`,
    hubCode: ({ hubUrl, username }) => connectCode({ hubUrl, username }),
    async addSpace({ type, hubUrl }, space) {
      const all = [...(spaces.get(hubUrl) ?? []), space];
      spaces.set(hubUrl, all);
      await seedHub({ url: hubUrl, type, spaces: all });
    },
    scriptHub: ({ hubUrl }, { of, code }) => failHub(code, { hubUrl, on: of }),
  };
}

/** An installation's own hubs are not the suite's. */
const spacesOf = (type: HubType): readonly SeedSpace[] =>
  type === 'micropub' ? HUB_SPACES.micropub : HUB_SPACES.wordpress;
