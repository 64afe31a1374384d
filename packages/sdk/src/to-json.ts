/**
 * The body or the query of a request as JSON. JSON makes null of an invalid `Date` and of a number
 * like NaN, and the server would take the field as absent: a post would go live at once. They are
 * refused before anything is sent.
 */
export const toJson = (body: unknown): string =>
  JSON.stringify(body, function (this: Record<string, unknown>, name: string, value: unknown) {
    // `toJSON` of dates, and of the moments of date libraries, returns null for an invalid one.
    if (typeof value === 'number' ? !Number.isFinite(value) : value === null && this[name] !== null)
      throw new TypeError(`\`${name}\` is ${value ?? 'an invalid Date'}; nothing was sent.`);
    return value;
  });
