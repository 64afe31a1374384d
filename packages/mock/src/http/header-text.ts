/** A header value as text: HTTP carries bytes, which fetch shows as latin1; those that are valid UTF-8 are read as such. */
export function headerText(value: string): string {
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}
