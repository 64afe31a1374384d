// Written by `pnpm golden` from package.json.

/** Version of this package. */
export const VERSION = '0.0.0';
