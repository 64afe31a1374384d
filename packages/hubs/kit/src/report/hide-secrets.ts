/** Keeps codes and keys out of everything that is printed. */
export type HideSecrets = {
  /** Everything that looks like this text is hidden from now on. */
  add(secret: string): void;
  /** Whether a text holds one of the secrets. */
  isIn(text: string): boolean;
  text(text: string): string;
  /** The same for every text inside a value. */
  inside<T>(value: T): T;
};

const HIDDEN = '[hidden]';
/** White space and dashes, which people and hubs put between the groups of a code or a key. */
const BETWEEN = '[\\s\\-\\u2010-\\u2015]*';
/** A shorter text would hide words that mean something else. */
const SHORTEST = 6;

export function createHideSecrets(): HideSecrets {
  const patterns = new Map<string, RegExp>();
  const text = (given: string): string => {
    let hidden = given;
    for (const pattern of patterns.values()) hidden = hidden.replace(pattern, HIDDEN);
    return hidden;
  };
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inside(each)]));
  };
  return {
    add(secret) {
      const letters = secret.replace(/[\s\-\u2010-\u2015]/g, '');
      if (letters.length < SHORTEST) return;
      const pattern = [...letters].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join(BETWEEN);
      patterns.set(letters, new RegExp(pattern, 'gi'));
    },
    isIn: (given) => text(given) !== given,
    text,
    inside: <T>(value: T): T => inside(value) as T,
  };
}
