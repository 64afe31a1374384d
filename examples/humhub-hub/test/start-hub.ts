import type { RequestListener } from 'node:http';
import { startGate } from '@fanfare/hub-conformance';
import { createSimulator } from '../simulator/create-simulator.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export type StartedHub = Awaited<ReturnType<typeof startHub>>;

/**
 * A simulated HumHub on a free port, with one user, two spaces, and images to publish at `/files/`.
 */
export async function startHub(now: () => number, onHold?: (ms: number) => void) {
  const simulator = createSimulator({ now });
  const fill = (): void => {
    const { world } = simulator;
    Object.assign(world, { lastId: 0, habits: { ownersSeeHidden: true, hides: true } });
    for (const list of [world.users, world.spaces]) list.length = 0;
    for (const map of [world.tokens, world.posts]) map.clear();
    simulator.addUser('ann');
    simulator.addSpace('welcome', 'Welcome');
    simulator.addSpace('harbour-days', 'Harbour days');
  };
  fill();
  const handler: RequestListener = (request, response) => {
    if (request.url?.startsWith('/files/')) response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
    else simulator.handler(request, response);
  };
  return { simulator, gate: await startGate(handler, { onHold }), reset: fill };
}
