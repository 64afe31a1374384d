import type { OAuthAdapter } from '@fanfare/network';
import type { StartTestNetwork, TestNetwork } from '@fanfare/network-conformance';
import { type PostView, startSandbox } from '@fanfare/sandbox';
import { shownOf } from './shown-of.ts';

type NetworkName = PostView['network'];

export type SandboxOptions = {
  readonly network: NetworkName;
  /** The adapter for the addresses of the sandbox, by role. */
  readonly adapter: (roles: Readonly<Record<string, string>>) => OAuthAdapter;
  readonly known?: Readonly<Record<string, string>>;
  /** Controls to set after every reset. */
  readonly controls?: Readonly<Record<string, unknown>>;
};

/** Controls a running sandbox: a control of one network, or one of the sandbox itself. */
export type Control = (path: string, body?: unknown) => Promise<unknown>;

const controls = new WeakMap<TestNetwork, Control>();

/** The control API of the sandbox behind a test network. */
export function controlOf(testNetwork: TestNetwork): Control {
  const control = controls.get(testNetwork);
  if (control === undefined) throw new Error('This test network is not simulated by the sandbox.');
  return control;
}

/** Simulates one network with the sandbox, on the clock of the suite. */
export function sandboxNetwork({
  network,
  adapter,
  known = {},
  controls: given = {},
}: SandboxOptions): StartTestNetwork {
  return async (clock) => {
    const sandbox = await startSandbox({ port: 0, clock, onHold: clock.advance });
    const roles = sandbox.networks[network];
    const control: Control = async (path, body) => {
      const method = body === undefined ? 'GET' : body === null ? 'DELETE' : 'POST';
      const response = await fetch(`${sandbox.url}/__sandbox${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`the sandbox refused ${path}: ${JSON.stringify(answer)}`);
      return answer;
    };
    const visit = async (page: URL, decision: string) => {
      const url = new URL(page);
      url.searchParams.set('sandbox_profile', 'ada');
      url.searchParams.set('sandbox_decision', decision);
      const { headers } = await fetch(url, { redirect: 'manual' });
      return new URL(headers.get('location') ?? '').searchParams;
    };
    const sample = (name: string) => `${sandbox.url}/__sandbox/samples/${name}`;
    const testNetwork: TestNetwork = {
      adapter: adapter(roles),
      known: { ...roles, ...known },
      secrets: [`sandbox-${network}-secret`],
      files: {
        image: sample('harbour.jpg'),
        anotherImage: sample('roastery.jpg'),
        video: sample('clip.mp4'),
        cover: sample('cover.jpg'),
        document: sample('menu.pdf'),
        captions: sample('clip.srt'),
      },
      async reset() {
        await control('/reset', {});
        for (const [name, body] of Object.entries(given)) await control(`/${network}/${name}`, body);
      },
      allow: (page) => visit(page, 'allow'),
      deny: (page) => visit(page, 'deny'),
      fail: async (fault) => void (await control('/faults', { network, ...fault })),
      clearFaults: async () => void (await control('/faults', null)),
      posts: async () => {
        const { posts } = (await control(`/posts?network=${network}`)) as { readonly posts: readonly PostView[] };
        return posts.map((post) => ({ ...post, shown: shownOf(post) }));
      },
      engage: async (platformPostId, counts) =>
        void (await control(`/${network}/metrics`, { platformPostId, ...counts })),
      close: () => sandbox.close(),
    };
    controls.set(testNetwork, control);
    return testNetwork;
  };
}
