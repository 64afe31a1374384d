import type { Answer } from '@fanfare/network';
import type { GraphErrorRow } from './graph-error-row.ts';
import { graphErrorSchema } from './wire.ts';

/** What stands where the version should be, when the Graph does not know it. */
const UNKNOWN_VERSION = 'Unknown path components: /v';
const DEPRECATED_VERSION = 2635;

const ended = {
  becomes: 'network_unavailable',
  operator: true,
  says: '{network} no longer serves the API version this installation asks for.',
  remedy: 'The operator must configure a version that Meta serves, or update this service.',
} as const;

/** Refusals of a version once no other is configured. Seen in production (facebook/facebook-python-business-sdk#582); Meta documents none for this API. */
export const VERSION_ERRORS: readonly GraphErrorRow[] = [{ code: DEPRECATED_VERSION, ...ended }];
export const VERSION_ERROR_MARKERS: readonly { readonly text: string; readonly row: GraphErrorRow }[] = [
  { text: UNKNOWN_VERSION, row: { code: null, ...ended } },
];

/** HTTP 426 without one of the Graph's own errors. */
export const VERSION_STATUS = 426;
export const VERSION_STATUS_ROW: GraphErrorRow = { code: null, ...ended };

/**
 * Whether an answer refuses the version in the path and not the call. Versions that have ended are mostly forwarded to the oldest one still served; where
 * they are not, the Graph answers 2635 or does not know the path.
 */
export function refusesVersion({ status, json }: Pick<Answer, 'status' | 'json'>): boolean {
  if (status === VERSION_STATUS) return true;
  const refused = graphErrorSchema.safeParse(json);
  if (!refused.success) return false;
  const { code, message } = refused.data.error;
  return code === DEPRECATED_VERSION || message.startsWith(UNKNOWN_VERSION);
}
