import { createHubAdapter, type HubAdapter, type HubCall, type HubUser } from '@fanfare/hub';
import { type AccountCall, type Call, type NetworkIo, Secret } from '@fanfare/network';
import { type CallOptions, type MovedClock, openWire, type Wire } from '@fanfare/network-conformance/parts';
import type { GivenKey, TestHub } from './test-hub.ts';

/** One test: a hub without posts, an account connected a moment ago, a record of the wire. */
export type HubFixture = Pick<Wire, 'io' | 'requests' | 'sent' | 'lines' | 'close'> & {
  readonly testHub: TestHub;
  /** The driver as the service uses it. */
  readonly adapter: HubAdapter;
  readonly clock: MovedClock;
  readonly given: GivenKey;
  readonly user: HubUser;
  /** A run with a journal of its own. */
  call(options?: CallOptions): Call;
  /** A call of the driver itself. */
  hubCall(): HubCall;
  /** The key in every form in which it travels. */
  readonly secrets: readonly string[];
};

/** Empties the hub and connects one account over the wire, as a person would. */
export async function openHubFixture(testHub: TestHub, clock: MovedClock, tempDir: string): Promise<HubFixture> {
  clock.restart();
  await testHub.reset();
  const origins = [testHub.url, ...Object.values(testHub.known)].map((url) => new URL(url).origin);
  const wire = await openWire({ clock, origins, files: testHub.images, tempDir });
  const given = await testHub.makeKey();
  const answer = await connectWith(testHub, wire.io, given);
  if (!answer.ok) throw new Error(`The account was not connected: ${answer.message}`);
  const { user } = answer;

  const apiKey = new Secret(given.apiKey);
  const hub = { ...user.site, type: testHub.driver.type, url: testHub.url, isKeyOurs: true, defaultSpaceSlug: null };
  const account: Omit<AccountCall, keyof NetworkIo> = {
    account: { platformUserId: user.remoteId, username: user.username, otherIds: [], hub },
    credential: { accessToken: apiKey, refreshToken: null, expiresAt: null, refreshExpiresAt: null, scopes: [] },
  };
  const basic = [given.username, user.username].map((name) => base64(`${name}:${given.apiKey}`));
  return {
    ...wire,
    testHub,
    adapter: createHubAdapter({ drivers: [testHub.driver], serviceName: 'Fanfare' }),
    clock,
    given,
    user,
    call: (options) => wire.call(account, options),
    hubCall: () => ({ ...wire.io, hub, username: user.username, apiKey }),
    secrets: [...new Set([given.apiKey, ...basic])],
  };
}

export const connectWith = (testHub: TestHub, io: NetworkIo, { username, apiKey }: GivenKey, url = testHub.url) =>
  testHub.driver.connect(io, { url, apiUrl: null, username, apiKey: new Secret(apiKey) });

const base64 = (text: string): string => Buffer.from(text).toString('base64');
