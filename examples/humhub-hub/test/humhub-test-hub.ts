import type { StartTestHub } from '@fanfare/hub-conformance';
import { publicPosts } from '../simulator/public-pages.ts';
import { PUBLIC } from '../simulator/world.ts';
import { createHumhub } from '../src/index.ts';
import { startHub } from './start-hub.ts';

/** The simulated HumHub as the suite needs it. */
export const startHumhub: StartTestHub = async (clock) => {
  const { simulator, gate, reset } = await startHub(clock.now, clock.advance);
  const { world } = simulator;
  return {
    driver: createHumhub(),
    url: gate.origin,
    known: { api: `${gate.origin}/api/v1` },
    images: [`${gate.origin}/files/harbour.png`, `${gate.origin}/files/roastery.png`],
    spaces: { welcome: 'Welcome', 'harbour-days': 'Harbour days' },
    reset: async () => {
      gate.clearFaults();
      reset();
    },
    makeKey: async () => ({ username: null, apiKey: simulator.makeToken('ann') }),
    endKeys: async () => void world.tokens.clear(),
    addSpaces: async (count) => {
      for (let number = 1; number <= count; number++) simulator.addSpace(`circle-${number}`, `Circle ${number}`);
    },
    // The answer is made at the suite’s time, not at the machine’s.
    fail: async (fault) =>
      gate.fail({ ...fault, headers: { date: new Date(clock.now()).toUTCString(), ...fault.headers } }),
    clearFaults: async () => gate.clearFaults(),
    posts: async () =>
      publicPosts(world).map(({ id, text, images, space }) => ({
        id: String(id),
        url: `${gate.origin}/content/perma?id=${id}`,
        text,
        images: images.map(({ altText }) => ({ altText: altText || null })),
        ...(space !== null && { space }),
      })),
    leftovers: async () => [...world.posts.values()].filter(({ visibility }) => visibility !== PUBLIC).length,
    comment: async (id) => {
      const post = world.posts.get(Number(id));
      if (post) post.comments += 1;
    },
    close: () => gate.close(),
  };
};
