import { runServer } from '@fanfare/server';
import { mastodonFromSettings } from './mastodon-from-settings.ts';

// The shipped server, its networks and all of its settings, and one network more.
await runServer({ addNetworks: ({ settings }) => [mastodonFromSettings(settings)] });
