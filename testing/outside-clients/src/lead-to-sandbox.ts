import https from 'node:https';
import { connect } from 'node:net';
import type { Sandbox } from '@fanfare/sandbox';

/** Opens a plain connection to the sandbox for a TLS one; the Host header stays. */
class SandboxAgent extends https.Agent {
  readonly #port: number;
  constructor(port: number) {
    super({ keepAlive: false });
    this.#port = port;
  }
  override createConnection() {
    return connect(this.#port, '127.0.0.1');
  }
}

/**
 * Sends every request of this process to the sandbox instead of the real host: `node:https` by its
 * sockets, `fetch` by its address. So the clients stay as they were published. A request to a host
 * that no network has fails.
 */
export async function leadToSandbox(sandbox: Sandbox): Promise<void> {
  for (const name of Object.keys(process.env)) if (/^(https?|all)_proxy$/i.test(name)) delete process.env[name];
  https.globalAgent = new SandboxAgent(sandbox.port);
  const addresses = await addressesOf(sandbox);
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin === sandbox.url) return plainFetch(input, init);
    const address = addresses.get(url.hostname);
    if (address === undefined) throw new Error(`no network of the sandbox has the host ${url.hostname}`);
    const led = `${address}${url.pathname}${url.search}`;
    // A request's body is a stream here, which fetch takes in half duplex alone.
    return input instanceof Request
      ? plainFetch(new Request(led, { method: input.method, headers: input.headers, body: input.body, duplex: 'half' }))
      : plainFetch(led, init);
  };
}

/** Real host → address on the sandbox. */
async function addressesOf(sandbox: Sandbox): Promise<ReadonlyMap<string, string>> {
  type State = { readonly networks: Readonly<Record<string, { readonly hosts: Readonly<Record<string, string>> }>> };
  const state: State = JSON.parse(await (await fetch(`${sandbox.url}/__sandbox/state`)).text());
  return new Map(
    Object.entries(state.networks).flatMap(([network, { hosts }]) =>
      Object.entries(hosts).map(([host, role]) => [host, `${sandbox.url}/${network}/${role}`] as const),
    ),
  );
}
