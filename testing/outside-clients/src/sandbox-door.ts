import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PostView, Sandbox } from '@fanfare/sandbox';

/** The controls of the sandbox that the programs use. */
export type SandboxDoor = {
  sampleUrl(name: string): string;
  sample(name: string): Buffer;
  /** The newest post of a network, as readers see it. */
  newest(network: string): Promise<PostView | undefined>;
  control(network: string, name: string, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Opens an authorize page as Ada and presses Allow; the address the app is called back at. */
  allow(page: string | URL): Promise<URL>;
  advance(ms: number): Promise<void>;
};

export const CALLBACK = 'http://127.0.0.1:9999/callback';

export function createSandboxDoor(sandbox: Sandbox): SandboxDoor {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${sandbox.url}/__sandbox/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const samples = createRequire(import.meta.url).resolve('@fanfare/sandbox');
  return {
    sampleUrl: (name) => `${sandbox.url}/__sandbox/samples/${name}`,
    sample: (name) => readFileSync(new URL(`../samples/${name}`, `file://${samples}`)),
    async newest(network) {
      const { posts } = (await ask('GET', `posts?network=${network}`)) as { readonly posts: readonly PostView[] };
      return posts[0];
    },
    control: (network, name, body) => ask('POST', `${network}/${name}`, body),
    async allow(page) {
      const url = new URL(page);
      url.searchParams.set('sandbox_profile', 'ada');
      url.searchParams.set('sandbox_decision', 'allow');
      const answer = await fetch(url, { redirect: 'manual' });
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${answer.status}: no redirect`);
      return new URL(location);
    },
    advance: async (advanceMs) => void (await ask('POST', 'clock', { advanceMs })),
  };
}
