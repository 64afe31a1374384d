import { cpus } from 'node:os';
import { openDashboard } from '../test/open-dashboard.ts';

/** What the first load of a page costs in an empty cache, as Lighthouse counts it but without its throttling: `pnpm --filter @fanfare/dashboard figures`. */
const PAGES = ['/', '/posts', '/compose', '/calendar', '/accounts', '/settings/keys'];
const RUNS = 5;
/** A task longer than this blocks, by the difference. */
const BLOCKS_FROM_MS = 50;
const QUIET_MS = 500;

type Figures = {
  readonly bytes: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly shift: number;
  readonly blocked: number;
};

const dashboard = await openDashboard();
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

async function measure(address: string): Promise<Figures> {
  const { page } = await dashboard.newPage();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen: PerformanceEntry[] = [];
    Object.assign(globalThis, { seen });
    for (const type of ['largest-contentful-paint', 'layout-shift', 'longtask'])
      new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type, buffered: true });
  });
  await page.goto(address);
  // The stream of events stays open, so the network is never idle.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(QUIET_MS);
  const figures = await page.evaluate((blocksFromMs) => {
    const { seen } = globalThis as unknown as {
      seen: (PerformanceEntry & { value?: number; hadRecentInput?: boolean })[];
    };
    const of = (type: string) => seen.filter(({ entryType }) => entryType === type);
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return {
      fcp,
      lcp: of('largest-contentful-paint').at(-1)?.startTime ?? 0,
      shift: of('layout-shift').reduce((sum, { value = 0, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
      blocked: of('longtask')
        .filter(({ startTime }) => startTime >= fcp)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - blocksFromMs), 0),
    };
  }, BLOCKS_FROM_MS);
  await page.context().close();
  return { bytes, ...figures };
}

try {
  console.log(`median of ${RUNS} loads with an empty cache, ${cpus().length} × ${cpus()[0]?.model}`);
  console.log('page              KB sent  FCP ms  LCP ms    CLS  TBT ms');
  for (const address of PAGES) {
    const runs: Figures[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(address));
    const of = (name: keyof Figures, digits: number, width: number, per = 1): string =>
      (median(runs.map((figures) => figures[name])) / per).toFixed(digits).padStart(width);
    console.log(
      address.padEnd(16) +
        of('bytes', 1, 9, 1_000) +
        of('fcp', 0, 8) +
        of('lcp', 0, 8) +
        of('shift', 3, 7) +
        of('blocked', 0, 8),
    );
  }
} finally {
  await dashboard.close();
}
