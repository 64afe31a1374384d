import type { Refusal } from './refusal.ts';

/** Refusal of a request whose headers are larger than `LIMITS.requestHeaderBytes`. */
export const HEADERS_TOO_LARGE: Refusal = {
  code: 'headers_too_large',
  message: 'The headers of the request, its address included, are larger than 16 KiB.',
};
