import { fileURLToPath } from 'node:url';

/**
 * Where compiled code of this checkout is kept between starts, which halves the time to load it. Below the checkout and not in the machine's temporary
 * folder, since what lies here is run.
 */
export const COMPILE_CACHE = fileURLToPath(new URL('../../../../.fanfare/compile-cache', import.meta.url));
