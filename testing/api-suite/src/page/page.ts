import { createMock, type Mock } from '@fanfare/mock';
import { mswHandlers } from '@fanfare/mock/msw';
import { setupWorker } from 'msw/browser';
import type { ServiceFault, WireAnswer, WireRequest, World } from '../implementation.ts';
import { breakMock, CALLS_WEBHOOKS, mockWorld, sendToMock } from '../implementations/mock-world.ts';
import { readText } from '../read-body.ts';
import { sentBytes } from '../sent-bytes.ts';

/** An answer as it can leave the page. */
export type PageAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  readonly isRaw: boolean;
};

/** Calls of the test's side into the page; everything that goes in or out is JSON. */
export type PageSuite = {
  newWorld(): { readonly id: number; readonly baseUrl: string };
  send(world: number, request: WireRequest): Promise<PageAnswer>;
  /** The mock answers so from now on; null: as it always does. */
  breakService(world: number, code: ServiceFault | null): void;
  /** Any other method of a world. */
  call<Name extends Exclude<keyof World, 'baseUrl' | 'send' | 'file' | 'inside' | 'breakService'>>(
    world: number,
    name: Name,
    args: Parameters<World[Name]>,
  ): Promise<unknown>;
};

const worlds: { readonly mock: Mock; readonly world: World }[] = [];
const worker = setupWorker();

const worldOf = (id: number): { readonly mock: Mock; readonly world: World } => {
  const found = worlds[id];
  if (!found) throw new RangeError(`There is no world ${id}.`);
  return found;
};

const suite: PageSuite = {
  newWorld() {
    const mock = createMock({
      ...CALLS_WEBHOOKS,
      baseUrl: `https://world-${worlds.length}.fanfare.test`,
    });
    worlds.push({ mock, world: mockWorld(mock) });
    worker.use(...mswHandlers(mock));
    return { id: worlds.length - 1, baseUrl: mock.baseUrl };
  },
  async send(id, request) {
    const { mock } = worldOf(id);
    if (!canFetch(request)) return { ...(await toPageAnswer(await sendToMock(mock, request))), isRaw: true };
    const { method, path, headers = [] } = request;
    const body = sentBytes(request);
    const response = await fetch(`${mock.baseUrl}${path}`, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      redirect: 'manual',
      cache: 'no-store',
      // Bytes have no type of their own, as on the wire; a text would be given one.
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    return { status, headers: [...response.headers], text: await readText(response), isRaw: false };
  },
  breakService(id, code) {
    const { mock } = worldOf(id);
    if (code === null) mock.faults.clear();
    else breakMock(mock, code);
  },
  async call(id, name, args) {
    const { world } = worldOf(id);
    const method = world[name] as (...args: unknown[]) => Promise<unknown>;
    const answer = await method(...args);
    return answer === undefined ? null : JSON.parse(JSON.stringify(answer));
  },
};

/**
 * Whether `fetch` of a browser sends a request unchanged (WHATWG Fetch, checked 2026-11): it joins
 * repeated headers, sends no body with GET, and shows nothing of a redirect, with which the button
 * of the connect page is answered.
 */
function canFetch({ method, path, headers = [], body, base64 }: WireRequest): boolean {
  if (method === 'POST' && path.startsWith('/connect/')) return false;
  const names = headers.map(([name]) => name.toLowerCase());
  const isBodyless = method === 'GET' || method === 'HEAD';
  return new Set(names).size === names.length && !(isBodyless && (body ?? base64) !== undefined);
}

async function toPageAnswer({ status, headers, body }: WireAnswer): Promise<Omit<PageAnswer, 'isRaw'>> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: [...headers], text };
}

await worker.start({ quiet: true });
Object.assign(globalThis, { suite });
