export { MASTODON_LIMITS, type MastodonConfig, type MastodonLimits } from './config.ts';
export { createMastodon } from './create-mastodon.ts';
export { mastodonFromSettings } from './mastodon-from-settings.ts';
export { createMastodonRules } from './rules.ts';
