/** Scripts of what happens next: the first that fits, as often as it was added for. */
export type Scripts<T> = {
  add(value: T, times?: number): void;
  take(fits: (value: T) => boolean): T | null;
  clear(): void;
};

export function createScripts<T>(): Scripts<T> {
  let scripts: { readonly value: T; left: number }[] = [];
  return {
    add(value, times = 1) {
      scripts.push({ value, left: times });
    },
    take(fits) {
      const found = scripts.find(({ value }) => fits(value));
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
