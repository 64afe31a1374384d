import type { HubErrorRow } from '@fanfare/hub';
import type { Answer, ErrorTable, Refusal } from '@fanfare/network';
import { ERROR_ROWS } from './error-rows.ts';
import { ErrorBody } from './wire.ts';

/** Refusals of HumHub. */
export const HUMHUB_ERRORS: ErrorTable<HubErrorRow> = { rows: ERROR_ROWS, readRefusal };

function readRefusal({ status, json }: Answer): Refusal {
  const read = ErrorBody.safeParse(json);
  const own = read.success && (read.data.code === status || read.data.status === status);
  return { status, codes: [], text: own ? read.data.message : '', own };
}
