import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const DEV = fileURLToPath(new URL('../../../apps/server/src/dev/dev.ts', import.meta.url));

/** A post as readers of the simulated networks see it; files are named as the sandbox's samples are. */
export type SeenPost = {
  readonly network: string;
  readonly author: string;
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly media: readonly { readonly file: string; readonly cover: string | null; readonly altText: string | null }[];
};

export type RunningService = {
  /** Where `dev.json` lies. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandboxUrl: string;
  /** Everything published, oldest first. */
  posts(): Promise<SeenPost[]>;
  /** Makes the next matching call to a network fail. */
  fail(fault: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
};

/** The whole service as `pnpm dev` starts it, in a folder and on ports of its own. */
export async function startService(): Promise<RunningService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-example-'));
  // The account that PostgreSQL runs as when this runs as root must be able to pass.
  chmodSync(folder, 0o755);
  const env = { ...process.env, FANFARE_FOLDER: folder, PORT: '0', SANDBOX_PORT: '0' };
  const child = spawn(process.execPath, [DEV], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('Publish to four networks')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`the service ended with code ${code}:\n${output}`)));
  });
  const { baseUrl, apiKey, sandboxUrl } = JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8'));
  const nameOf = await readSamples(sandboxUrl);

  return {
    folder,
    baseUrl,
    apiKey,
    sandboxUrl,
    async posts() {
      const { posts } = (await (await fetch(`${sandboxUrl}/__sandbox/posts`)).json()) as { posts: PostView[] };
      const seen = posts.toReversed().map(async ({ network, author, id, url, text, media }) => ({
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
    },
    async fail(fault) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${sandboxUrl}/__sandbox/faults`, {
        method: 'POST',
        headers,
        body: JSON.stringify(fault),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type PostView = Omit<SeenPost, 'author' | 'media'> & {
  readonly author: { readonly username: string };
  readonly media: readonly {
    readonly url: string;
    readonly coverUrl: string | null;
    readonly altText: string | null;
  }[];
};

/** Tells by its bytes which of the samples a file is. */
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
