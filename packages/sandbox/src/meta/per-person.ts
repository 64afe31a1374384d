/** A control with one value for everybody, which a value for one person overrides. */
export type PerPerson<T> = {
  of(username: string): T;
  /** Without a user name the value applies to everybody, and earlier exceptions are removed. */
  set(value: T, username?: string): void;
  clear(): void;
};

export function createPerPerson<T>(initial: T): PerPerson<T> {
  let everybody = initial;
  const exceptions = new Map<string, T>();
  return {
    of: (username) => exceptions.get(username) ?? everybody,
    set(value, username) {
      if (username !== undefined) {
        exceptions.set(username, value);
        return;
      }
      everybody = value;
      exceptions.clear();
    },
    clear() {
      everybody = initial;
      exceptions.clear();
    },
  };
}
