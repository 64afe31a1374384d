type Shelved = {
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
  readonly replyToId: string | null;
  readonly repostOfId: string | null;
  isDeleted: boolean;
};

export type PostShelf<P> = {
  add(post: P): void;
  /** Null for a post that never existed or was deleted. */
  find(id: string): P | null;
  /** The latest post of an author with this exact text. */
  latestWithText(authorId: string, text: string): P | null;
  /** Oldest first. */
  ofAuthor(id: string): readonly P[];
  repostsOf(id: string): readonly P[];
  repliesTo(id: string): readonly P[];
  /** Newest first, without reposts. */
  originals(): readonly P[];
  /** Deleting a post deletes its reposts. */
  remove(post: P): void;
};

/** The posts of a network with indexes, for sandboxes with thousands of them. */
export function createPostShelf<P extends Shelved>(): PostShelf<P> {
  const byId = new Map<string, P>();
  const byAuthor = new Map<string, P[]>();
  const byText = new Map<string, P>();
  const answers = new Map<string, P[]>();
  return {
    add(post: P): void {
      byId.set(post.id, post);
      push(byAuthor, post.authorId, post);
      byText.set(`${post.authorId} ${post.text}`, post);
      for (const original of [post.repostOfId, post.replyToId]) if (original) push(answers, original, post);
    },
    find(id: string): P | null {
      const post = byId.get(id);
      return post && !post.isDeleted ? post : null;
    },
    latestWithText(authorId: string, text: string): P | null {
      const post = byText.get(`${authorId} ${text}`);
      return post && !post.isDeleted ? post : null;
    },
    ofAuthor: (id: string): readonly P[] => (byAuthor.get(id) ?? []).filter(({ isDeleted }) => !isDeleted),
    repostsOf: (id: string): readonly P[] =>
      (answers.get(id) ?? []).filter((post) => post.repostOfId === id && !post.isDeleted),
    repliesTo: (id: string): readonly P[] =>
      (answers.get(id) ?? []).filter((post) => post.replyToId === id && !post.isDeleted),
    originals: (): readonly P[] =>
      Array.from(byId.values())
        .filter((post) => !post.isDeleted && post.repostOfId === null)
        .reverse(),
    remove(post: P): void {
      post.isDeleted = true;
      for (const each of answers.get(post.id) ?? []) if (each.repostOfId === post.id) each.isDeleted = true;
    },
  };
}

function push<P>(index: Map<string, P[]>, key: string, post: P): void {
  const list = index.get(key);
  if (list) list.push(post);
  else index.set(key, [post]);
}
