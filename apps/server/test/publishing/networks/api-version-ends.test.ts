import { expect, test } from 'vitest';
import { useServer } from '../../use-server.ts';

const server = useServer({ metricsPort: 0, env: { LINKEDIN_VERSION: '202601,202603,202609' } });
const control = (body: Record<string, unknown>) => server.sandbox.control('linkedin', 'versions', body);

const versionsAsked = (
  calls: readonly { path: string; headers: Readonly<Record<string, string | readonly string[]>> }[],
) => calls.filter(({ path }) => path === '/rest/posts').map(({ headers }) => headers['linkedin-version']);
const counted = async () =>
  [
    ...(await (await fetch(server.metricsUrl!)).text()).matchAll(/^fanfare_api_version_steps_total\{(.*)\} (\d+)$/gm),
  ].map(([, labels, count]) => `${labels} ${count}`);
const logged = (words: string) =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes(words))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('posts are published past the end of a version, and the operator gets one log line', async () => {
  const people = [await server.person('linkedin'), await server.person('linkedin'), await server.person('linkedin')];
  await control({ active: ['202609'] });

  const targets = await Promise.all(people.map((ana, i) => ana.target({ content: `Good morning ${i}` })));
  for (const target of targets) expect(target.status).toBe('published');
  const last = await server.person('linkedin');
  expect((await last.target({ content: 'Good evening' })).status).toBe('published');

  expect(versionsAsked(await last.calls())).toEqual(['202609']);
  expect(await counted()).toEqual([
    'network="linkedin",from="202601",to="202603" 1',
    'network="linkedin",from="202603",to="202609" 1',
  ]);
  expect(logged('ended an API version')).toMatchObject([
    { level: 40, network: 'linkedin', from: '202601', to: '202603' },
    { level: 40, network: 'linkedin', from: '202603', to: '202609' },
  ]);
  for (const ana of [...people, last]) expect((await ana.read()).status).toBe('active');
});

test('a server that starts near the end of a version reports it, and what stays valid longer', async () => {
  server.clock.advance(Date.parse('2027-08-16T12:00:00Z') - server.clock.now());
  const another = await server.startAnother();
  const warnings = logged('ends a configured API version soon').filter(({ network }) => network === 'linkedin');
  expect(warnings.at(-1)).toMatchObject({
    level: 40,
    network: 'linkedin',
    version: '202609',
    sunsetAt: '2027-09-15',
    daysLeft: 29,
    outlivedBy: null,
  });
  await another.halt();
});
