import { cpus } from 'node:os';
import { median, spread } from './figures.ts';
import { type Service, startService } from './running-fanfare.ts';

/**
 * Measures the overhead of fan-out. Every call to every network takes 200 ms; each round publishes ten targets one by one and then the same ten in one post.
 * The ratio
 * is the post's time to the time of its slowest target, from the same round.
 */
const NETWORK_MS = 200;
const ROUNDS = Number(process.argv[2] ?? 7);
const GOAL = 1.25;

type Target = { platform: string; accountId: string };

const SCENARIOS = [
  { name: 'text: 4 x, 3 linkedin, 3 threads', platforms: ['x', 'linkedin', 'threads'], media: false },
  {
    name: 'one image: 3 x, 3 linkedin, 2 threads, 2 instagram',
    platforms: ['x', 'linkedin', 'threads', 'instagram'],
    media: true,
  },
] as const;

const service = await startService({ PUBLISHES_PER_MINUTE: '100000', REQUESTS_PER_MINUTE: '100000' });
let failed = false;
try {
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, every network call ${NETWORK_MS} ms, ${ROUNDS} rounds\n`,
  );
  for (const scenario of SCENARIOS) {
    const targets = await tenTargets(service, scenario.platforms);
    for (const network of ['instagram', 'threads', 'x', 'linkedin']) {
      await service.sandbox('POST', 'faults', {
        network,
        path: '.*',
        times: 1_000_000,
        action: 'delay',
        delayMs: NETWORK_MS,
      });
    }
    const alone: number[] = [];
    const together: number[] = [];
    const ratios: number[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const single: number[] = [];
      for (const target of targets) single.push(await publish(service, [target], scenario.media, `${round}`));
      const all = await publish(service, targets, scenario.media, `${round} together`);
      if (round < 0) continue; // A first round warms connections and code, and is not counted.
      const slowest = Math.max(...single);
      alone.push(slowest);
      together.push(all);
      ratios.push(all / slowest);
      process.stderr.write(`\r  ${scenario.name}: round ${round + 1} of ${ROUNDS}`);
    }
    process.stderr.write('\r\u001b[K');
    const ratio = median(ratios);
    failed ||= ratio > GOAL;
    console.log(`${scenario.name}
  slowest target alone   ${spread(alone, 'ms')}
  ten targets in a post  ${spread(together, 'ms')}
  ratio                  ${spread(ratios, 'x', 2)}  goal: at most ${GOAL}  ${ratio <= GOAL ? 'reached' : 'MISSED'}\n`);
    await service.sandbox('DELETE', 'faults');
  }
} finally {
  await service.stop();
}
process.exitCode = failed ? 1 : 0;

/** Ten accounts, distributed evenly over the platforms; adds people that the sandbox does not have. */
async function tenTargets(on: Service, platforms: readonly string[]): Promise<Target[]> {
  const targets: Target[] = [];
  for (let i = 0; i < 10; i++) {
    const platform = platforms[i % platforms.length]!;
    const username = `bench${i}`;
    await on.sandbox('POST', `${platform}/profiles`, { username, name: `Bench ${i}` }).catch(() => undefined);
    targets.push({ platform, accountId: await on.connect(platform, username) });
  }
  return targets;
}

async function publish(on: Service, targets: readonly Target[], media: boolean, label: string): Promise<number> {
  const key = crypto.randomUUID();
  const { status, body, tookMs } = await on.call('POST', '/posts', {
    idempotencyKey: key,
    content: `Fan-out ${label} ${key}`,
    platforms: targets,
    ...(media && { mediaItems: [{ type: 'image', url: `${on.sandboxUrl}/__sandbox/samples/harbour.jpg` }] }),
  });
  const post = (body as { post?: { status: string } }).post;
  if (status !== 201 || post?.status !== 'published')
    throw new Error(`publishing failed: ${status} ${JSON.stringify(body)}`);
  return tookMs;
}
