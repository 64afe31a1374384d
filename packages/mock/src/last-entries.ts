/** Keeps the latest entries, in their order. */
export type LastEntries<Entry> = {
  add(entry: Entry): void;
  all(): readonly Entry[];
  clear(): void;
};

export function createLastEntries<Entry>(max: number): LastEntries<Entry> {
  let entries: Entry[] = [];
  return {
    add(entry) {
      entries.push(entry);
      // Once for `max` entries, not for each.
      if (entries.length >= 2 * max) entries = entries.slice(-max);
    },
    all: () => entries.slice(-max),
    clear() {
      entries = [];
    },
  };
}
