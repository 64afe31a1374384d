const COLOUR_TYPE_AT = 25;
const CONTROL = '!\u00f9\u0004';
const WEBP_FLAGS_AT = 20;

/**
 * Whether the first bytes of a picture say that parts of it may be transparent. A picture without
 * such a mark counts as opaque.
 */
export function isTransparent(head: Uint8Array, contentType: string): boolean {
  // windows-1252 keeps the byte of each mark.
  const text = new TextDecoder('latin1').decode(head);
  switch (contentType) {
    case 'image/png':
      // A colour type with alpha, or a chunk of transparent colours (W3C PNG, 11.2.1 and 11.3.1.1).
      return (head[COLOUR_TYPE_AT]! & 0x04) !== 0 || text.includes('tRNS');
    case 'image/gif': {
      // The flag in the graphic control extension of the first frame (GIF89a, 23).
      const at = text.indexOf(CONTROL);
      return at !== -1 && (head[at + CONTROL.length]! & 0x01) !== 0;
    }
    case 'image/webp':
      // The flag of an extended or of a lossless file (RFC 9649, 2.7 and 3.4).
      if (text.startsWith('VP8X', 12)) return (head[WEBP_FLAGS_AT]! & 0x10) !== 0;
      return text.startsWith('VP8L', 12) && (head[WEBP_FLAGS_AT + 4]! & 0x10) !== 0;
    case 'image/avif':
      // The type of an auxiliary picture (ISO/IEC 23000-22).
      return text.includes('auxiliary:alpha');
    default:
      return false;
  }
}
