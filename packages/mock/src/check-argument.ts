const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

/** The error for an invalid argument; programs without types can pass anything. */
export const wrong = (what: string, value: unknown, expected: string): RangeError =>
  new RangeError(`${what}: ${shown(value)} is not ${expected}.`);

/** Throws RangeError with the known names for any other. Undefined passes if optional. */
export function checkName<T extends string>(what: string, value: T, names: readonly T[]): T {
  if (!names.includes(value)) throw wrong(what, value, `known. Known: ${names.join(', ')}`);
  return value;
}

/** Throws RangeError unless the value is a finite number of at least `min`. */
export function checkNumber(what: string, value: number, min = 0): number {
  if (typeof value !== 'number' || !(value >= min) || value === Infinity)
    throw wrong(what, value, `a number of at least ${min}`);
  return value;
}

/** Throws RangeError unless the value is a string. */
export function checkText(what: string, value: string): string {
  if (typeof value !== 'string') throw wrong(what, value, 'a string');
  return value;
}

/** Throws unless the value is a string with at least one character. */
export function checkFilled(what: string, value: string): string {
  if (checkText(what, value) === '') throw wrong(what, value, 'a string of at least one character');
  return value;
}

/** Throws RangeError unless the value is the `data:` address of an image. */
export function checkImage(what: string, value: string): void {
  if (typeof value !== 'string' || !/^data:image\/[a-z+]+[;,]/.test(value))
    throw wrong(what, value, 'a data:image/… address');
}

/** Returns the milliseconds of a time. Throws RangeError unless it is a `Date` or ISO 8601. */
export function checkTime(what: string, value: Date | string): number {
  const ms = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw wrong(what, value, 'a Date or an ISO 8601 time');
  return ms;
}

type Checks<T> = { readonly [Field in keyof Required<T>]: (what: string, value: NonNullable<T[Field]>) => unknown };

/** Checks every given field. Throws RangeError with the known fields for an unknown one. */
export function checkFields<T extends object>(what: string, value: T, checks: Checks<T>): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(what, value, 'an object');
  for (const [name, field] of Object.entries(value)) {
    checkName(`${what}, field`, name, Object.keys(checks));
    if (field !== undefined) Reflect.get(checks, name)(`${what}.${name}`, field);
  }
  return value;
}

/** Checks a number of times: at least once; `Infinity` means always. */
export function checkTimes(what: string, value: number): void {
  if (value !== Infinity) checkNumber(what, value, 1);
}

/** A list, each entry checked. */
export const checkEach =
  <T>(check: (what: string, value: T) => unknown) =>
  (what: string, values: readonly T[]): void => {
    if (!Array.isArray(values)) throw wrong(what, values, 'a list');
    for (const [at, value] of values.entries()) check(`${what}[${at}]`, value);
  };

/** True or false. */
export function checkFlag(what: string, value: boolean): void {
  if (typeof value !== 'boolean') throw wrong(what, value, 'true or false');
}

/** One of these names, as a check of a field. */
export const named =
  <T extends string>(names: readonly T[]) =>
  (what: string, value: T): T =>
    checkName(what, value, names);

/** Passes any value: a schema of the API checks it. */
export const anything = (): void => undefined;
