/** Scripts of what happens next: the first that fits, as often as it was added for. */
export type Scripts<T> = {
  /** @param skip the number of calls that fit and pass first */
  add(value: T, times?: number, skip?: number): void;
  take(fits: (value: T) => boolean): T | null;
  clear(): void;
};

export function createScripts<T>(): Scripts<T> {
  let scripts: { readonly value: T; left: number; skip: number }[] = [];
  return {
    add(value, times = 1, skip = 0) {
      scripts.push({ value, left: times, skip });
    },
    take(fits) {
      const found = scripts.find((script) => {
        if (!fits(script.value)) return false;
        if (script.skip === 0) return true;
        script.skip -= 1;
        return false;
      });
      if (!found) return null;
      found.left -= 1;
      if (found.left <= 0) scripts = scripts.filter((script) => script !== found);
      return found.value;
    },
    clear() {
      scripts = [];
    },
  };
}
