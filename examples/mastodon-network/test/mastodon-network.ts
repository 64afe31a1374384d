import type { RequestListener } from 'node:http';
import { Secret } from '@fanfare/network';
import type { LivePost, StartTestNetwork, TestNetwork } from '@fanfare/network-conformance';
import { startGate } from '@fanfare/network-conformance';
import { createSimulator, publicStatuses, type Simulator } from '../simulator/create-simulator.ts';
import { createMastodon, MASTODON_LIMITS } from '../src/index.ts';
import { withSampleFiles } from '../try/sample-files.ts';

const REDIRECT_URIS = ['http://127.0.0.1:9/oauth/callback'];
export const APP = { clientId: 'mastodon-app', clientSecret: 'mastodon-app-secret' };
const SCOPES = ['read:accounts', 'read:statuses', 'write:media', 'write:statuses'];

const simulators = new WeakMap<TestNetwork, Simulator>();

/** The simulator behind a test network. */
export function simulatorOf(testNetwork: TestNetwork): Simulator {
  const simulator = simulators.get(testNetwork);
  if (!simulator) throw new Error('This test network is not played by the simulator.');
  return simulator;
}

/**
 * The simulated Mastodon server on a free port, with ada on it, and the adapter for its address.
 */
export const startMastodonNetwork: StartTestNetwork = async (clock) => {
  const simulator = createSimulator({ now: clock.now });
  simulator.addPerson('ada');
  simulator.addApp({ ...APP, redirectUris: REDIRECT_URIS, scopes: SCOPES });
  const handler: RequestListener = withSampleFiles(simulator.handler);
  const gate = await startGate(handler, { onHold: clock.advance });
  let keys = 0;
  const file = (name: string) => `${gate.origin}/files/${name}`;
  const testNetwork: TestNetwork = {
    adapter: createMastodon({
      url: gate.origin,
      clientId: APP.clientId,
      clientSecret: new Secret(APP.clientSecret),
      limits: MASTODON_LIMITS,
      newKey: () => `key-${++keys}`,
    }),
    known: { web: gate.origin },
    secrets: [APP.clientSecret],
    files: {
      image: file('harbour.png'),
      anotherImage: file('roastery.png'),
      video: file('clip.mp4'),
      cover: file('harbour.png'),
    },
    reset: async () => {
      gate.clearFaults();
      simulator.reset();
    },
    allow: (page) => press(page, 'ada'),
    deny: (page) => press(page, ''),
    // The answer is made at the suite’s time, not at the machine’s.
    fail: async (fault) =>
      gate.fail({ ...fault, headers: { date: new Date(clock.now()).toUTCString(), ...fault.headers } }),
    clearFaults: async () => gate.clearFaults(),
    posts: async () => publicStatuses(simulator.world).map(toLivePost),
    close: () => gate.close(),
  };
  simulators.set(testNetwork, simulator);
  return testNetwork;
};

/** Presses a button of the consent page, and returns the query of the callback. */
async function press(page: URL, as: string): Promise<URLSearchParams> {
  const { headers, status } = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ as }),
  });
  const location = headers.get('location');
  if (location === null) throw new Error(`the consent page answered ${status}`);
  return new URL(location).searchParams;
}

function toLivePost({ id, text, media, replies, boosts }: ReturnType<typeof publicStatuses>[number]): LivePost {
  return {
    id,
    text,
    media: media.map(({ type, description }) => ({ type: type === 'video' ? 'video' : 'image', altText: description })),
    comments: replies.map((reply) => ({ id: reply.id, text: reply.text })),
    repostedBy: boosts.map(({ author }) => author.username),
  };
}
