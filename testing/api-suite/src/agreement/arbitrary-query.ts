import { LIMITS } from '@fanfare/contract';
import fc, { type Arbitrary } from 'fast-check';
import type { Call } from './call.ts';

/** Index into what a sequence knows; it wraps round. */
export const number = fc.nat({ max: 19 });
export const anyAccount: Arbitrary<string> = number.map((at) => `{{account:any:any:${at}}}`);
export const profileId = fc.constantFrom(
  'customer-1',
  'customer-2',
  'nobody',
  '',
  'x'.repeat(LIMITS.profileIdChars.value),
);

/** Makes the query of the given fields only. */
export const queryOf = (fields: object): Call['query'] =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));

export const optional = { requiredKeys: [] };
