import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as passed } from 'node:timers/promises';
import { startSandbox } from '@fanfare/sandbox';
import { connectThroughPages } from '../../src/operator/dev/connect-through-pages.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { freePort } from '../../src/process/free-port.ts';
import type { ImageConfig } from './read-dockerfile.ts';
import type { RootFileSystem } from './root-file-system.ts';

/** Returns one sentence per thing that was tried and works. */
export async function publishInContainer(
  root: RootFileSystem,
  { command, healthCheck, stopSignal, user }: ImageConfig,
  databaseUrl: string,
): Promise<readonly string[]> {
  const [node] = command as [string];
  const port = await freePort(0);
  const sandbox = await startSandbox({ port: 0 });
  const env = {
    ...sandboxEnvironment(sandbox.url),
    PORT: String(port),
    HOST: '127.0.0.1',
    METRICS_PORT: 'off',
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  };
  const run = async (...words: string[]) => {
    const child = root.start(words, env);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')]);
    return { code, stdout: stdout.trim(), stderr };
  };
  const checkHealth = async (): Promise<unknown> => (await run(...healthCheck)).code;
  const server = root.start(command, env);
  const output = Promise.all([text(server.stdout!), text(server.stderr!)]);
  const exit = once(server, 'exit');
  try {
    while ((await checkHealth()) !== 0) {
      if (server.exitCode !== null) throw new Error(`The server ended: ${(await output).join('\n')}`);
      await passed(100);
    }
    const baseUrl = `http://127.0.0.1:${port}`;
    const probe = `console.log([process.getuid(), process.getgid()].join(), process.env.PATH === ''); try { require('fs').writeFileSync('new', '') } catch (e) { console.log(e.code) }`;
    expectSame((await run(node, '-e', probe)).stdout, `${user.uid},${user.gid} true\nEROFS`);
    const { stdout: apiKey, stderr } = await run(node, 'fanfare.js', 'projects', 'create', 'First');
    if (apiKey === '') throw new Error(stderr);
    const { accountId } = await connectThroughPages({ baseUrl, apiKey, platform: 'x', profile: 'ada' });
    const answer = await fetch(`${baseUrl}/api/v1/posts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'first' },
      body: JSON.stringify({ content: 'From a container', platforms: [{ platform: 'x', accountId }] }),
    });
    const { post } = (await answer.json()) as { post: { status: string } };
    expectSame(`${answer.status} ${post.status}`, '201 published');
    server.kill(stopSignal);
    expectSame(JSON.stringify(await exit), '[0,null]');
    expectSame(String(await checkHealth()), '1');
  } finally {
    server.kill('SIGKILL');
    await sandbox.close();
  }
  return [
    `user ${user.uid}:${user.gid}, empty PATH, read-only root: it cannot write beside its code`,
    'HEALTHCHECK: 0 while it runs, 1 after',
    'an empty database, a key by fanfare.js, a post by the API: 201 published',
    `${stopSignal}: exit 0`,
  ];
}

function expectSame(found: string, wanted: string): void {
  if (found !== wanted) throw new Error(`Found ${found} in place of ${wanted}.`);
}
