import path from 'node:path';
import { created, errorAnswer, post, target } from '@fanfare/sdk/testing/answers';
import { hangUp, type ScriptedServer, silence, startScriptedServer } from '@fanfare/sdk/testing/scripted-server';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { packed } from '../packed.ts';
import { type Project, projectIn } from '../project.ts';
import { PROGRAM, SEEN } from './program.ts';

export type Runtimes = {
  /** Has the packages installed, and `program.mjs`. */
  readonly project: Project;
  /** Addresses of a test's server, and of nobody. */
  addresses(): { readonly baseUrl: string; readonly nobody: string };
  /** Runs the program by this command and checks what it saw and sent. */
  expectSeenBy(command: string, ...args: string[]): Promise<void>;
  /** Checks what the program saw, and that it sent one key twice. */
  expectSeen(seen: unknown): void;
  /** User agent of the first request. */
  userAgent(): string | undefined;
};

/** Gives every test of a file a server that answers the program step by step. */
export async function useRuntimes(): Promise<Runtimes> {
  const project = projectIn((await packed()).modules);
  let server: ScriptedServer;
  let nobody: string;

  beforeAll(async () => {
    project.write('program.mjs', PROGRAM);
    project.write(
      'main.mjs',
      `import { run } from './program.mjs';
      const env = globalThis.process.env;
      console.log(JSON.stringify(await run({ nobody: env.NOBODY })));`,
    );
    const gone = await startScriptedServer();
    nobody = gone.baseUrl;
    await gone.close();
  });
  beforeEach(async () => {
    server = await startScriptedServer();
    const published = post('published', [target(0, 'published')]);
    server.script(
      hangUp,
      created(post('publishing', [target(0, 'pending')]), true),
      { body: { post: published } },
      errorAnswer(404, 'not_found'),
      { body: { posts: [{ id: 'a' }], nextCursor: 'c' } },
      { body: { posts: [{ id: 'b' }], nextCursor: null } },
      silence,
      silence,
      { status: 302, headers: { Location: '/elsewhere' } },
    );
  });
  afterEach(() => server.close());

  const expectSeen = (seen: unknown): void => {
    expect(seen).toEqual(SEEN);
    const sent = server.requests.slice(0, 2).map(({ body }) => body as { idempotencyKey: string });
    const [first, second] = sent.map(({ idempotencyKey }) => idempotencyKey);
    expect(first).toMatch(/^sdk_/);
    expect(second).toBe(first);
  };
  return {
    project,
    addresses: () => ({ baseUrl: server.baseUrl, nobody }),
    async expectSeenBy(command, ...args) {
      const env = { FANFARE_BASE_URL: server.baseUrl, FANFARE_API_KEY: 'fanfare_sk_test', NOBODY: nobody };
      expectSeen(JSON.parse(await project.run(command, [...args, path.join(project.folder, 'main.mjs')], env)));
    },
    expectSeen,
    userAgent: () => server.requests[0]?.headers['user-agent'],
  };
}
