import type { Answer } from '@fanfare/network';
import { DEPRECATED_VERSION, UNKNOWN_VERSION } from './other-errors.ts';
import { graphErrorSchema } from './wire.ts';

/**
 * Whether an answer refuses the version in the path and not the call. Most versions that have ended
 * are forwarded to the oldest one still served; where they are not, the Graph answers 2635 or does
 * not know the path.
 */
export function refusesVersion({ status, json }: Pick<Answer, 'status' | 'json'>): boolean {
  if (status === 426) return true;
  const refused = graphErrorSchema.safeParse(json);
  if (!refused.success) return false;
  const { code, message } = refused.data.error;
  return String(code) === DEPRECATED_VERSION || message.startsWith(UNKNOWN_VERSION);
}
