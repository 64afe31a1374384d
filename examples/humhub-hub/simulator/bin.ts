import { createServer } from 'node:http';
import { createSimulator } from './create-simulator.ts';

// A HumHub to play with.
const port = Number(process.env.PORT ?? 4900);
const simulator = createSimulator({ now: Date.now });
simulator.addUser('ann');
for (const [slug, name] of [
  ['welcome', 'Welcome'],
  ['harbour-days', 'Harbour days'],
] as const)
  simulator.addSpace(slug, name);
createServer(simulator.handler).listen(port, '127.0.0.1', () => {
  process.stdout.write(
    `A simulated HumHub listens at http://127.0.0.1:${port}. The key of ann: ${simulator.makeToken('ann')}\n`,
  );
});
