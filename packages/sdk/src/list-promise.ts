import { AnswerPromise } from './answer-promise.ts';
import type { Answer } from './transport.ts';

/** The way to read pages of one kind. */
export type Paging<Item, Page> = {
  itemsOf(page: Page): Item[];
  /** Requests the page after this one; null after the last. */
  next(page: Page): Promise<Answer<Page>> | null;
};

/** A list: `await` gives its first page, `for await` every entry. Pages load on demand. */
export class ListPromise<Item, Page> extends AnswerPromise<Page> implements AsyncIterable<Item> {
  readonly #paging: Paging<Item, Page>;

  constructor(first: Promise<Answer<Page>>, paging: Paging<Item, Page>) {
    super(first);
    this.#paging = paging;
  }

  /**
   * All pages, one by one.
   *
   * @example
   * for await (const { posts, hasMore } of fanfare.posts.list({ limit: 100 }).pages()) {
   *   console.log(posts.length > 0, hasMore); // true false
   * }
   */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page: Page = await this;
    for (;;) {
      yield page;
      const next = this.#paging.next(page);
      if (next === null) return;
      page = (await next).data;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#paging.itemsOf(page);
  }

  /**
   * The entries of all pages as an array.
   *
   * @param options - `atMost`: most entries to return; no page beyond them is loaded.
   *
   * @example
   * const [latest] = await fanfare.posts.list({ status: 'published' }).toArray({ atMost: 1 });
   * console.log(latest?.status); // published
   */
  async toArray({ atMost = Number.POSITIVE_INFINITY }: { atMost?: number } = {}): Promise<Item[]> {
    const items: Item[] = [];
    for await (const page of this.pages()) {
      items.push(...this.#paging.itemsOf(page).slice(0, atMost - items.length));
      if (items.length >= atMost) break;
    }
    return items;
  }
}
