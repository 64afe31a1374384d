import { OAUTH_PLATFORMS, type Platform } from '@fanfare/contract';
import type { Refusal } from '@fanfare/rules';

/** Refuses a network without app credentials. Only a person can add them: retry after an hour. */
export function notConfigured(platform: Platform): Refusal {
  const isShipped = OAUTH_PLATFORMS.some((name) => name === platform);
  const where = isShipped ? ` (docs/networks/${platform}.md)` : '';
  return {
    code: 'unavailable',
    message: `${platform} is not set up on this installation: its operator has not given the app credentials${where}.`,
    headers: { 'Retry-After': '3600' },
  };
}
