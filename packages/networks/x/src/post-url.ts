import type { XConfig } from './config.ts';

/** Public address of a post. The id alone decides; X redirects from any username. */
export function postUrl({ webUrl }: Pick<XConfig, 'webUrl'>, username: string, postId: string): string {
  return `${webUrl}/${encodeURIComponent(username)}/status/${encodeURIComponent(postId)}`;
}
