/** Weights of pages, first match first; every other page is a guide. */
const WEIGHTS: readonly (readonly [page: RegExp, weight: number])[] = [
  [/\/adr\//, 0.001],
  [/\/(?:reference|api)\//, 0.1],
  [/\/changelog\b/, 0.1],
  [/\/troubleshooting\b/, 3],
];

/** The weight of a hit in a section, by its address: guides first, decisions last. */
export const boostPage = (address: string): number => WEIGHTS.find(([page]) => page.test(address))?.[1] ?? 1;
