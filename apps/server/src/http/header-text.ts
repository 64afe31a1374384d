import { isUtf8 } from 'node:buffer';

/**
 * A header value as text. HTTP carries bytes, which Node hands over as latin1; clients that send more than ASCII mostly send UTF-8 (curl does), and
 * browsers latin1. Bytes that are valid UTF-8 are read as such, so that a text means the same in a header as in a body.
 */
export function headerText(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
