const UTF8 = { fatal: true, ignoreBOM: true } as const;

/**
 * A header value as text. HTTP carries bytes, which Node and fetch show as latin1; clients that
 * send more than ASCII mostly send UTF-8 (curl does), and browsers latin1. Bytes that are valid
 * UTF-8 are read as UTF-8, so that a text means the same in a header as in a body.
 */
export function headerText(value: string): string {
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', UTF8).decode(bytes);
  } catch {
    return value;
  }
}
