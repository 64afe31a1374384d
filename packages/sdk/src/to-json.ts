/**
 * The body of a request as JSON. JSON makes null of an invalid `Date` and of a number like NaN, and the server would take the field as absent: a post would go
 * live at once. They are refused before anything is sent.
 *
 * @example
 * toJson({ publishAt: new Date('2026-13-45') }); // throws TypeError: `publishAt` is an invalid Date; nothing was sent.
 */
export function toJson(body: unknown): string | undefined {
  return JSON.stringify(body, function (this: Record<string, unknown>, name: string, value: unknown) {
    const given = this[name];
    if (typeof value === 'number' && !Number.isFinite(value)) throw unsendable(name, `${value}`);
    // `toJSON` of dates, and of the moments of date libraries, returns null for an invalid one.
    if (value === null && given !== null) throw unsendable(name, 'an invalid Date');
    return value;
  });
}

/** A value of a query as text; refuses what `toJson` refuses. */
export function toQueryValue(name: string, value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw unsendable(name, `${value}`);
  if (!(value instanceof Date)) return `${value}`;
  if (Number.isNaN(value.getTime())) throw unsendable(name, 'an invalid Date');
  return value.toISOString();
}

const unsendable = (name: string, what: string): TypeError =>
  new TypeError(`\`${name}\` is ${what}; nothing was sent.`);
