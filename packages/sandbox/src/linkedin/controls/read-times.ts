import { type JsonObject, readWhole, refuseUnknown } from '../../read-json.ts';

const MOST = 1_000_000;

/** Reads `{ times? }` of a control; once without it. */
export function readTimes(body: JsonObject): number {
  refuseUnknown(body, ['times']);
  return body.times === undefined ? 1 : readWhole(body, 'times', { min: 0, max: MOST });
}
