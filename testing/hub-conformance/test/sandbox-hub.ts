import type { HubDriver } from '@fanfare/hub';
import { startSandbox } from '@fanfare/sandbox';
import type { GivenKey, StartTestHub, TestHub } from '../src/index.ts';

type Role = 'wordpress' | 'micropub';

export type SandboxHub = {
  readonly role: Role;
  readonly driver: HubDriver;
  /** Values of `{…}` in the Path column of the page, for the address of the hub. */
  readonly known: (url: string) => Readonly<Record<string, string>>;
  /** Someone who may publish, and someone who may not. */
  readonly people: { readonly able: string; readonly unable: string };
  readonly spaces: Readonly<Record<string, string>>;
  readonly options: NonNullable<TestHub['options']>;
};

type Seen = { readonly id: string; readonly url: string; readonly place: string; readonly text: string };
type SeenPost = Seen & { readonly media: readonly { readonly altText: string | null }[] };
type Contents = {
  readonly posts: readonly { readonly status?: string }[];
  readonly media: readonly { readonly url: string }[];
};

/** Plays one hub by the sandbox, on the clock of the suite. */
export function sandboxHub({ role, driver, known, people, spaces, options }: SandboxHub): StartTestHub {
  return async (clock) => {
    const sandbox = await startSandbox({ port: 0, clock, onHold: clock.advance });
    const url = sandbox.networks.hub[role] ?? '';
    const control = async <T>(path: string, body?: unknown): Promise<T> => {
      const method = body === undefined ? 'GET' : body === null ? 'DELETE' : 'POST';
      const response = await fetch(`${sandbox.url}/__sandbox${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`the sandbox refused ${path}: ${JSON.stringify(answer)}`);
      return answer as T;
    };
    const makeKey = async (username: string): Promise<GivenKey> => {
      const { apiKey } = await control<{ apiKey: string }>('/hub/api-key', { role, username });
      return { username, apiKey };
    };
    const sample = (name: string) => `${sandbox.url}/__sandbox/samples/${name}`;
    const contents = () => control<Contents>('/hub/contents', { role });
    const posts = async () => (await control<{ posts: readonly SeenPost[] }>('/posts?network=hub')).posts;

    const testHub: TestHub = {
      driver,
      url,
      known: known(url),
      images: [sample('harbour.jpg'), sample('roastery.jpg')],
      spaces,
      options,
      reset: async () => void (await control('/reset', {})),
      makeKey: () => makeKey(people.able),
      makeKeyWithoutRights: () => makeKey(people.unable),
      endKeys: async () => void (await control('/hub/revoke-token', { role, username: people.able })),
      addSpaces: async (count) => void (await control('/hub/add-spaces', { role, count })),
      ...(role === 'micropub' && {
        moveUploads: async (to) => void (await control('/hub/media-endpoint', { url: to })),
      }),
      async fail({ action, method, path, times, ...fault }) {
        if (action === 'gzip_bomb' || action === 'huge_json')
          await control('/hub/oversized-answer', { role, path, times: times ?? 1, kind: action.replace('_', '-') });
        else await control('/faults', { network: 'hub', action, method, path, ...(times && { times }), ...fault });
      },
      clearFaults: async () => void (await control('/faults', null)),
      posts: async () =>
        (await posts()).map(({ id, url: address, text, media, place }) => ({
          id,
          url: address,
          text: role === 'wordpress' ? readable(text) : text,
          images: media.map(({ altText }) => ({ altText })),
          space: place.split(' · ')[1] ?? '',
        })),
      async leftovers() {
        const { posts: all, media } = await contents();
        const isPublic = ({ status = 'publish' }) => status === 'publish' || status === 'published';
        const shown = JSON.stringify([all.filter(isPublic), await posts()]);
        return (
          all.filter((post) => !isPublic(post)).length + media.filter(({ url: file }) => !shown.includes(file)).length
        );
      },
      ...(role === 'wordpress' && {
        comment: async (platformPostId: string) =>
          void (await control('/hub/comment', { platformPostId, text: 'See you there.' })),
      }),
      close: () => sandbox.close(),
    };
    return testHub;
  };
}

/**
 * Titles are HTML on the hub, and the sandbox lists them as they are stored, before an empty line.
 */
function readable(text: string): string {
  const [title = '', ...body] = text.split('\n\n');
  const plain = title.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return [plain, ...body].join('\n\n');
}
