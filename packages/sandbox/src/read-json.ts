/** The body of a control call is wrong; the message names field and reason, and answers 400. */
export class BadControl extends Error {
  override readonly name = 'BadControl';
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A body as JSON; undefined for any other text. */
export function parseJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export function readObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new BadControl('the body must be a JSON object');
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Refuses unknown fields: a misspelt one would silently test nothing. */
export function refuseUnknown(body: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(body)) {
    if (!known.includes(key)) throw new BadControl(`unknown field "${key}"; known: ${known.join(', ')}`);
  }
}

export function readText(body: JsonObject, key: string): string {
  const value = body[key];
  if (typeof value !== 'string' || value === '') throw new BadControl(`"${key}" must be a text that is not empty`);
  return value;
}

export function readOptionalText(body: JsonObject, key: string): string | null {
  return body[key] === undefined || body[key] === null ? null : readText(body, key);
}

export function readWhole(body: JsonObject, key: string, { min, max }: { min: number; max: number }): number {
  const value = body[key];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new BadControl(`"${key}" must be a whole number from ${min} to ${max}`);
  }
  return value;
}

export function readFlag(body: JsonObject, key: string): boolean {
  const value = body[key];
  if (typeof value !== 'boolean') throw new BadControl(`"${key}" must be true or false`);
  return value;
}

export function readChoice<T extends string>(body: JsonObject, key: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === body[key]);
  if (found === undefined) throw new BadControl(`"${key}" must be one of ${choices.join(', ')}`);
  return found;
}
