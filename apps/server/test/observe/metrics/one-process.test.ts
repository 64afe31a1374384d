import performance from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { createMetrics } from '../../../src/observe/metrics/metrics.ts';

const metricsOfServer = () =>
  createMetrics({
    version: '0.0.0',
    db: { query: () => Promise.reject(new Error('not asked here')) },
    targetsInFlight: () => 0,
    mediaBytes: () => 0,
    clockOffsetMs: () => 0,
    now: () => new Date(),
    poolUse: () => ({}),
  });

test('a second server of a process shows its figures as well, and nothing is watched twice', async () => {
  const first = metricsOfServer();
  const watches = [vi.spyOn(performance, 'monitorEventLoopDelay'), vi.spyOn(performance, 'PerformanceObserver')];
  const second = metricsOfServer();
  for (const watch of watches) {
    expect(watch).not.toHaveBeenCalled();
    watch.mockRestore();
  }
  for (const { text } of [first, second]) {
    const names = (await text()).match(/^(?:process_cpu_seconds_total|nodejs_eventloop_lag_p99_seconds)\b/gm);
    expect(new Set(names)).toEqual(new Set(['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds']));
  }
});
