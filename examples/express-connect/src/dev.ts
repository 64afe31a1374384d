import { serveMock } from '@fanfare/mock/server';
import { Fanfare } from '@fanfare/sdk';
import { createApp } from './app.ts';
import { listen, originOf } from './listen.ts';

// The whole of Fanfare in memory, with pages that stand for the networks: approve there, deny, or
// let it fail.
const { mock, url } = await serveMock();
const fanfare = new Fanfare({ baseUrl: url, apiKey: mock.apiKey });
const imageUrl = 'https://images.example/harbour.jpg';

const server = await listen(Number(process.env.PORT ?? 3000), (origin) => createApp({ fanfare, origin, imageUrl }));
console.log(`Open ${originOf(server)}`);
