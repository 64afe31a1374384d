// Written by `pnpm golden` from package.json.

export const VERSION = '0.0.0';
