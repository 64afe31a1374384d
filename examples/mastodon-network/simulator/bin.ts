import { createServer } from 'node:http';
import { createSimulator } from './create-simulator.ts';

// A Mastodon server to play with: `MASTODON_URL=http://127.0.0.1:4800`. Register an app as on the
// real one.
const port = Number(process.env.PORT ?? 4800);
const simulator = createSimulator({ now: Date.now });
for (const username of ['ada', 'ben']) simulator.addPerson(username);
createServer(simulator.handler).listen(port, '127.0.0.1', () => {
  process.stdout.write(`A simulated Mastodon server listens at http://127.0.0.1:${port}\n`);
});
