import { OAUTH_PLATFORMS, type Platform } from '@fanfare/contract';
import { RequestError } from './request-error.ts';

/** A network whose app credentials the operator has not given. He has to act, so that asking again every few seconds is of no use. */
export function notConfigured(platform: Platform): RequestError {
  const isShipped = OAUTH_PLATFORMS.some((name) => name === platform);
  const where = isShipped ? ` (docs/networks/${platform}.md)` : '';
  return new RequestError({
    code: 'unavailable',
    message: `${platform} is not set up on this installation: its operator has not given the app credentials${where}.`,
    headers: { 'Retry-After': '3600' },
  });
}
