import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('service-host.ts', import.meta.url));

/** Starts the process that hosts the services of a whole run. It ends with this process. */
export async function startServiceHost(env: NodeJS.ProcessEnv) {
  const child = fork(PROGRAM, { env, detached: true });
  const ended = once(child, 'exit');
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The process that hosts services did not start.'))),
  ])) as [{ port: number }];
  return {
    env: { TEST_SERVICE_HOST: `http://127.0.0.1:${port}` },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
