/** Random failures of Meta's crawler (gitroomhq/postiz-app pull 1900, checked 2026-10). */
export type CrawlerFailures = {
  add(failure: { readonly username: string | null; readonly address: RegExp; readonly times: number }): void;
  take(username: string, url: string): boolean;
  clear(): void;
};

export function createCrawlerFailures(): CrawlerFailures {
  let pending: { readonly username: string | null; readonly address: RegExp; left: number }[] = [];
  return {
    add({ username, address, times }) {
      pending.push({ username, address, left: times });
    },
    take(username, url) {
      const found = pending.find(
        (failure) => (failure.username === null || failure.username === username) && failure.address.test(url),
      );
      if (!found) return false;
      found.left -= 1;
      pending = pending.filter(({ left }) => left > 0);
      return true;
    },
    clear() {
      pending = [];
    },
  };
}
