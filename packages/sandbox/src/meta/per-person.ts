/** A switch of the control API: one value for everybody, which a value for one person overrides. */
export type PerPerson<T> = {
  of(username: string): T;
  /** Without a user name the value holds for everybody, and earlier exceptions are forgotten. */
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
