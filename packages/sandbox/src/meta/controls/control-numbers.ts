import { BadControl, isObject, type JsonObject, readWhole } from '../../read-json.ts';

/** The object `values` of a control call, whose values are whole numbers. */
export function readNumbers(body: JsonObject): Readonly<Record<string, number>> {
  const { values } = body;
  if (!isObject(values)) throw new BadControl('"values" must be an object of numbers');
  const names = Object.keys(values);
  return Object.fromEntries(names.map((name) => [name, readWhole(values, name, { min: 0, max: 1_000_000_000 })]));
}
