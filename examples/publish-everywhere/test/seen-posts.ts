import { createHash } from 'node:crypto';
import type { RunningService } from '@fanfare/harness/testing';

/**
 * A post as readers of the simulated networks see it; files are named like the sandbox's samples.
 */
export type SeenPost = {
  readonly network: string;
  readonly author: string;
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly media: readonly { readonly file: string; readonly cover: string | null; readonly altText: string | null }[];
};

/** Everything published, oldest first. */
export async function seenPosts(service: Pick<RunningService, 'livePosts' | 'sandboxUrl'>): Promise<SeenPost[]> {
  const [posts, nameOf] = await Promise.all([service.livePosts(), readSamples(service.sandboxUrl)]);
  const seen = posts.map(async ({ network, author, id, url, text, media }) => ({
    network,
    author: author.username,
    id,
    url,
    text,
    media: await Promise.all(
      media.map(async (item) => ({
        file: await nameOf(item.url),
        cover: item.coverUrl === null ? null : await nameOf(item.coverUrl),
        altText: item.altText,
      })),
    ),
  }));
  return Promise.all(seen);
}

/** Identifies the sample of a file by its bytes. */
async function readSamples(sandboxUrl: string): Promise<(url: string) => Promise<string>> {
  const digestOf = async (url: string): Promise<string> =>
    createHash('sha256')
      .update(Buffer.from(await (await fetch(url)).arrayBuffer()))
      .digest('hex');
  const samples = `${sandboxUrl}/__sandbox/samples`;
  const { files } = (await (await fetch(samples)).json()) as { files: string[] };
  const names = new Map(
    await Promise.all(files.map(async (name) => [await digestOf(`${samples}/${name}`), name] as const)),
  );
  return async (url) => names.get(await digestOf(url)) ?? 'a file that nobody sent';
}
