/** SHA-256 of `pageStyle()`. Written by `pnpm golden`. */
export const PAGE_STYLE_HASH = 'EAkLVZN0g6bv0S6ZlBaa679NEPFStPX/tMZKOtRM2Y8=';
