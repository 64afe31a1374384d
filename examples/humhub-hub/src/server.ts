import { runServer } from '@fanfare/server';
import { createHumhub } from './create-humhub.ts';

// The shipped server with its networks, hub drivers and settings, and one hub driver more.
await runServer({ addHubDrivers: () => [createHumhub()] });
