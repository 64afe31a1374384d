import { findService } from '@fanfare/harness';
import { Fanfare } from '@fanfare/sdk';
import { createApp } from './app.ts';
import { listen, originOf } from './listen.ts';

// Where Fanfare is and the key to it. In your app: `new Fanfare()`, with FANFARE_BASE_URL and
// FANFARE_API_KEY in the environment of the server.
const { baseUrl, apiKey, sandboxUrl } = findService(process.env);
const fanfare = new Fanfare({ baseUrl, apiKey });
const imageUrl = sandboxUrl === null ? '' : `${sandboxUrl}/__sandbox/samples/harbour.jpg`;

const server = await listen(Number(process.env.PORT ?? 3000), (origin) => createApp({ fanfare, origin, imageUrl }));
console.log(`Open ${originOf(server)}`);
