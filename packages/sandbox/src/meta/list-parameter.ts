import type { Parameters } from './parameters.ts';

/** Reads a list: names between commas, as documented, or a JSON list of them, as Meta's own business SDK sends it. Absent is empty. */
export function readList(parameters: Parameters, name: string): readonly string[] {
  return (parameters.get(name) ?? '')
    .replace(/[[\]"\s]/g, '')
    .split(',')
    .filter((item) => item !== '');
}
