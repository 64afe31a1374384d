import type { Parameters } from './parameters.ts';

/** Reads a list: names between commas, or JSON, as Meta's business SDK sends it. */
export function readList(parameters: Parameters, name: string): readonly string[] {
  return (parameters.get(name) ?? '')
    .replace(/[[\]"\s]/g, '')
    .split(',')
    .filter((item) => item !== '');
}
