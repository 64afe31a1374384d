import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startMetricsServer } from '../../../src/observe/metrics/start-metrics-server.ts';
import { createLogger } from '../../../src/process/log/log.ts';
import { inMs } from '../../in-ms.ts';
import { settledOf, useKillableRuns } from '../../publishing/recovery/killable-runs.ts';

const { server, killAt, wake } = useKillableRuns({ metricsPort: 0 });

type Sample = { readonly name: string; readonly labels: Record<string, string>; readonly value: number };

async function scrape(): Promise<Sample[]> {
  const response = await fetch(server.metricsUrl!);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^([a-z0-9_:]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text])),
        value: Number(value),
      };
    });
}

/** The sum over all samples of this name with these labels. */
async function read(name: string, labels: Record<string, string> = {}): Promise<number> {
  return (await scrape())
    .filter(
      (sample) => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
    )
    .reduce((sum, { value }) => sum + value, 0);
}

/** Returns the change of a metric during an action. */
async function moved(name: string, labels: Record<string, string>, act: () => Promise<unknown>): Promise<number> {
  const before = await read(name, labels);
  await act();
  return (await read(name, labels)) - before;
}

test('an answer counts for the pattern of its route, without ids', async () => {
  const project = await server.createProject();
  const labels = { method: 'GET', route: '/api/v1/posts/:id', status: '404' };
  const ask = () => project.call('GET', '/api/v1/posts/post_01h455vb4pex5vsknk084sn02q');
  expect(await moved('fanfare_http_request_duration_seconds_count', labels, ask)).toBe(1);
});

test('connections to the database are counted by pool, within their limits', async () => {
  const connections = (await scrape()).filter(({ name }) => name === 'fanfare_database_connections');
  const pools = ['publishing', 'requests', 'lists', 'pages'];
  const states = ['in_use', 'idle', 'waiting'];
  expect(connections.map(({ labels }) => `${labels.pool} ${labels.state}`)).toEqual(
    pools.flatMap((pool) => states.map((state) => `${pool} ${state}`)),
  );
  const opened = connections.filter(({ labels }) => labels.pool === 'publishing' && labels.state !== 'waiting');
  expect(opened.reduce((sum, { value }) => sum + value, 0)).toBeGreaterThanOrEqual(1);
});

test('every metric has a help text and a type', async () => {
  const text = await (await fetch(server.metricsUrl!)).text();
  const names = [...text.matchAll(/^# TYPE (fanfare_\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  expect(names.sort()).toEqual([
    'fanfare_accounts_ending gauge',
    'fanfare_api_version_steps_total counter',
    'fanfare_audit_differences gauge',
    'fanfare_audit_timestamp_seconds gauge',
    'fanfare_build_info gauge',
    'fanfare_clock_offset_seconds gauge',
    'fanfare_database_connections gauge',
    'fanfare_database_standby_lag_seconds gauge',
    'fanfare_database_standbys gauge',
    'fanfare_database_synchronous gauge',
    'fanfare_database_synchronous_standbys gauge',
    'fanfare_database_up gauge',
    'fanfare_failed_total counter',
    'fanfare_http_request_duration_seconds histogram',
    'fanfare_job_duration_seconds histogram',
    'fanfare_job_success_timestamp_seconds gauge',
    'fanfare_lateness_seconds histogram',
    'fanfare_lease_lost_total counter',
    'fanfare_mail_attempts_total counter',
    'fanfare_mails_failing gauge',
    'fanfare_media_bytes gauge',
    'fanfare_oldest_removal_seconds gauge',
    'fanfare_oldest_unsettled_seconds gauge',
    'fanfare_oldest_webhook_delivery_seconds gauge',
    'fanfare_outcome_unknown_total counter',
    'fanfare_published_total counter',
    'fanfare_removal_refusals_total counter',
    'fanfare_removals_total counter',
    'fanfare_renewals_total counter',
    'fanfare_scheduled_targets gauge',
    'fanfare_swept_total counter',
    'fanfare_targets_in_flight gauge',
    'fanfare_unsettled_targets gauge',
    'fanfare_webhook_attempts_total counter',
    'fanfare_webhooks_disabled gauge',
    'fanfare_workspace_moves_interrupted gauge',
  ]);
  for (const name of names) expect(text).toContain(`# HELP ${name.split(' ')[0]} `);
  expect(text).toContain('process_cpu_seconds_total');
});

test('alert rules and dashboard use metrics that the server has, and each alert has a line in the docs', async () => {
  const read = (file: string) => readFile(new URL(`../../../../../${file}`, import.meta.url), 'utf8');
  const [rules, dashboard, docs] = await Promise.all([
    read('deploy/monitoring/alerts.yml'),
    read('deploy/monitoring/dashboard.json'),
    read('docs/monitoring.md'),
  ]);
  const text = await (await fetch(server.metricsUrl!)).text();
  const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const used = [...`${rules}${dashboard}`.matchAll(/\bfanfare_[a-z_]+/g)].map(([name]) => name);
  expect(used.map((name) => name.replace(/_bucket$/, '')).filter((name) => !known.has(name))).toEqual([]);
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  expect(alerts.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
  expect(alerts.length).toBeGreaterThan(8);
  const panels = (JSON.parse(dashboard) as { panels: { title: string; targets: { expr: string }[] }[] }).panels;
  expect(panels.filter(({ title, targets }) => !title || !targets[0]?.expr)).toEqual([]);
});

test("there is nothing elsewhere, and no metrics on the API's port", async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/metrics/'],
    ['GET', '/metrics?x'],
    ['GET', '/healthz'],
    ['POST', '/metrics'],
    ['HEAD', '/metrics'],
  ] as const) {
    const response = await fetch(new URL(path, server.metricsUrl!), { method });
    expect([method, path, response.status, await response.text()]).toEqual([method, path, 404, '']);
  }
  expect((await fetch(`${server.baseUrl}/metrics`)).status).toBe(404);
});

test('where nobody has set the port and it is taken, a server runs without metrics; a port that is set must be free', async () => {
  const taken = { metricsHost: '127.0.0.1', metricsPort: Number(new URL(server.metricsUrl!).port) };
  const lines: string[] = [];
  const log = createLogger('info', (line) => lines.push(line));
  const start = (isMetricsPortDefault: boolean) =>
    startMetricsServer({ config: { ...taken, isMetricsPortDefault }, metrics: null as never, log });
  expect(await start(true)).toBe(null);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, port: taken.metricsPort, msg: expect.stringContaining('set METRICS_PORT') },
  ]);
  await expect(start(false)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('fanfare_lateness_seconds: how late the first run of a scheduled target begins', async () => {
  const ana = await server.person('x');
  const publish = async () => {
    const { post } = (await ana.publish({ content: 'Late', publishAt: inMs(-20_000) })).body;
    await ana.project.settled(post.id);
  };
  const startedAt = performance.now();
  expect(await moved('fanfare_lateness_seconds_count', { platform: 'x' }, publish)).toBe(1);
  expect(await read('fanfare_lateness_seconds_bucket', { platform: 'x', le: '10' })).toBe(0);
  expect(await read('fanfare_lateness_seconds_bucket', { platform: 'x', le: '300' })).toBe(1);
  const sum = await read('fanfare_lateness_seconds_sum', { platform: 'x' });
  expect(sum).toBeGreaterThanOrEqual(20);
  expect(sum).toBeLessThan(20 + (performance.now() - startedAt) / 1_000);
  // Immediate posts are never late.
  expect(await moved('fanfare_lateness_seconds_count', {}, () => ana.target({ content: 'Now' }))).toBe(0);
});

test('fanfare_lateness_seconds does not count a run that only continues with a first comment', async () => {
  const ana = await server.person('threads');
  await killAt(ana, 'C8');
  const publish = async () => {
    const target = { firstComment: 'Still to come' };
    const { post } = (await ana.publish({ content: 'Late', publishAt: inMs(-20_000), target })).body;
    expect((await ana.project.settled(post.id)).targets[0]!.commentStatus).toBe('published');
  };
  expect(await moved('fanfare_lateness_seconds_count', { platform: 'threads' }, publish)).toBe(1);
  await wake(ana);
});

test('fanfare_outcome_unknown_total counts a first comment that ends in doubt', async () => {
  const ana = await server.person('linkedin');
  await server.sandbox.fail({ network: 'linkedin', path: '/comments$', action: 'drop_after' });
  const unknown = async () => {
    const target = await ana.target({ content: 'Out', target: { firstComment: 'Lost' } });
    expect(target.commentError).toMatch(/^outcome_unknown: /);
  };
  expect(await moved('fanfare_outcome_unknown_total', { platform: 'linkedin' }, unknown)).toBe(1);
});

test('fanfare_published_total and fanfare_failed_total: results of runs, by network', async () => {
  const [ana, bob] = [await server.person('x'), await server.person('threads')];
  const total = async () => ({
    x: [
      await read('fanfare_published_total', { platform: 'x' }),
      await read('fanfare_failed_total', { platform: 'x' }),
    ],
    threads: [
      await read('fanfare_published_total', { platform: 'threads' }),
      await read('fanfare_failed_total', { platform: 'threads', code: 'duplicate_content' }),
    ],
    refused: await read('fanfare_failed_total', { platform: 'x', code: 'duplicate_content' }),
  });
  const before = await total();
  await ana.target({ content: 'Once' });
  expect((await ana.target({ content: 'Once' })).errorDetail?.code).toBe('duplicate_content');
  await bob.target({ content: 'Once' });
  await bob.target({ content: 'Twice' });
  const after = await total();
  expect(after).toEqual({
    x: [before.x[0]! + 1, before.x[1]! + 1],
    threads: [before.threads[0]! + 2, before.threads[1]],
    refused: before.refused + 1,
  });
});

test('fanfare_outcome_unknown_total: by network, from runs', async () => {
  const ana = await server.person('linkedin');
  await server.sandbox.fail({ network: 'linkedin', path: '^/rest/posts$', action: 'drop_after' });
  const unknown = async () => expect((await ana.target({ content: 'Lost' })).errorDetail?.code).toBe('outcome_unknown');
  const before = await read('fanfare_outcome_unknown_total', { platform: 'x' });
  expect(await moved('fanfare_outcome_unknown_total', { platform: 'linkedin' }, unknown)).toBe(1);
  expect(await read('fanfare_outcome_unknown_total', { platform: 'x' })).toBe(before);
});

test('fanfare_lease_lost_total: a run that finds its target taken', async () => {
  const ana = await server.person('threads');
  await killAt(ana, 'C5');
  await settledOf(ana, { content: 'Taken' });
  const resume = async () => {
    await wake(ana);
    await expect
      .poll(() => read('fanfare_lease_lost_total', { platform: 'threads' }), { interval: 20 })
      .toBeGreaterThan(0);
  };
  expect(await moved('fanfare_lease_lost_total', { platform: 'threads' }, resume)).toBe(1);
});

test('fanfare_swept_total: targets settled by the sweeper, by network and code', async () => {
  const ana = await server.person('instagram');
  const media = [{ type: 'image', url: server.sandbox.sample('beans.jpg') }];
  const miss = async () => {
    const { post } = (await ana.publish({ content: 'Missed', mediaItems: media, publishAt: inMs(600_000) })).body;
    await server.db.query({
      text: "update targets set run_at = now() - interval '25 h' where post_id in (select id from posts where content = 'Missed')",
    });
    await ana.project.settled(post.id);
    await sleep(50);
  };
  expect(await moved('fanfare_swept_total', { platform: 'instagram', code: 'schedule_missed' }, miss)).toBe(1);
});

test('fanfare_targets_in_flight, fanfare_unsettled_targets, fanfare_oldest_unsettled_seconds, fanfare_scheduled_targets', async () => {
  const ana = await server.person('threads');
  const gauges = async () => ({
    inFlight: await read('fanfare_targets_in_flight'),
    unsettled: await read('fanfare_unsettled_targets'),
    oldest: Math.floor(await read('fanfare_oldest_unsettled_seconds')),
    scheduled: await read('fanfare_scheduled_targets'),
  });
  const idle = { inFlight: 0, unsettled: 0, oldest: 0, scheduled: 0 };
  await expect.poll(gauges, { interval: 20 }).toEqual(idle);
  await ana.publish({ content: 'Tomorrow', publishAt: inMs(86_400_000) });
  await server.sandbox.hold('before', { network: 'threads', path: 'threads_publish$' });
  const publishing = ana.publish({ content: 'Slowly' });
  await expect.poll(gauges, { interval: 20 }).toMatchObject({ inFlight: 1, unsettled: 1, scheduled: 1 });
  await expect.poll(async () => (await gauges()).oldest).toBeGreaterThanOrEqual(1);
  expect(await gauges()).toEqual({ inFlight: 1, unsettled: 1, oldest: expect.any(Number), scheduled: 1 });
  await server.sandbox.release();
  await publishing;
  expect(await gauges()).toEqual({ ...idle, scheduled: 1 });
});
