/**
 * The part of the router's configuration that asks a cell for a file which moved there. A server
 * names it in `X-Accel-Redirect`, and nginx follows it itself, with the address as it came.
 */
export const routerLocationOf = (cell: string): string => `@fanfare_${cell}`;
