import type { GraphErrorRow } from './graph-error-row.ts';
import { GRAPH_ERROR_MARKERS, GRAPH_ERRORS } from './graph-errors.ts';

/** Subcodes this large (2207xxx, 4279xxx) mean one thing whatever code they come under; small ones (33, 463) only with their code. */
const SPEAKS_FOR_ITSELF = 1_000_000;

const covers = (row: GraphErrorRow, code: number): boolean =>
  typeof row.code === 'number' ? row.code === code : row.code !== null && row.code[0] <= code && code <= row.code[1];

/**
 * The row for what the network answered, or null when no table knows it: subcode first, then words, then the code alone.
 *
 * @example
 * findGraphError({ code: 190, subcode: 458, message: '' })?.credential; // 'revoked'
 */
export function findGraphError(seen: { code: number; subcode: number | null; message: string }): GraphErrorRow | null {
  const { code, subcode, message } = seen;
  const bySubcode =
    subcode === null
      ? undefined
      : (GRAPH_ERRORS.find((row) => row.subcode === subcode && covers(row, code)) ??
        (subcode >= SPEAKS_FOR_ITSELF ? GRAPH_ERRORS.find((row) => row.subcode === subcode) : undefined));
  if (bySubcode) return bySubcode;
  const byWords = GRAPH_ERROR_MARKERS.find((marker) => message.includes(marker.text));
  if (byWords) return byWords.row;
  const sameCode = GRAPH_ERRORS.filter((row) => covers(row, code));
  // A code with a single row says the same under a subcode we have not met.
  return sameCode.find((row) => row.subcode === undefined) ?? (sameCode.length === 1 ? sameCode[0]! : null);
}
