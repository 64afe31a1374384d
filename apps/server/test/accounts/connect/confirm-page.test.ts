import { beforeAll, describe, expect, test } from 'vitest';
import { linkFor, open, press } from '../../connect-steps.ts';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
let project: Project;

beforeAll(async () => {
  project = await server.createProject();
});

const rename = (name: string) => server.db.query({ text: 'update projects set name = $1', values: [name] });

describe('the page behind a connect link', () => {
  test('shows the network’s mark and, if the project has one, its logo, an image of this service', async () => {
    const link = await linkFor(project, { platform: 'x' });
    expect((await open(link)).html).toMatch(/<p class="who"><svg class="mark"/);
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
    await server.db.query({
      text: `insert into project_logos (project_id, content_type, bytes, sha256) select id, 'image/png', $1, $2 from projects`,
      values: [bytes, Buffer.alloc(32, 7)],
    });
    const page = await open(link);
    const [, logo = ''] = /<p class="who"><img src="([^"]*)" alt="" width="48" height="48"><svg/.exec(page.html) ?? [];
    expect(page.headers.get('content-security-policy')).toContain("; img-src 'self' data:; ");
    const image = await fetch(new URL(logo, link));
    expect([
      new URL(logo, link).origin,
      image.headers.get('content-type'),
      Buffer.from(await image.arrayBuffer()),
    ]).toEqual([server.baseUrl, 'image/png', bytes]);
    await server.db.query({ text: 'delete from project_logos' });
  });

  test('a project’s name is always escaped', async () => {
    await rename(`<script>alert("1")</script>&'<img src=x onerror=alert(2)>`);
    const page = await open(await linkFor(project, { platform: 'threads' }));
    expect(page.html).not.toMatch(/<script|<img/);
    expect(page.html).toContain(
      '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;&#39;&#60;img src=x onerror=alert(2)&#62;',
    );
    await rename('Harbour Coffee');
  });

  test.each(['instagram', 'threads', 'x', 'linkedin'])(
    'of %s may navigate to its network and nowhere else',
    async (platform) => {
      const link = await linkFor(project, { platform });
      const page = await open(link);
      const network = (await press(link)).consent.origin;
      expect(page.headers.get('content-security-policy')).toMatch(
        new RegExp(
          `^default-src 'none'; img-src data:; style-src 'sha256-[\\w+/=]+'; form-action 'self' ${network}; frame-ancestors 'none'; base-uri 'none'$`,
        ),
      );
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.html).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    },
  );

  test('and to the caller, since browsers apply the policy to a redirect after a form too', async () => {
    const policyFor = async (redirectUrl: string) => {
      const page = await open(await linkFor(project, { platform: 'threads', redirectUrl }));
      return /form-action ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    };
    const network = new URL(server.sandbox.url).origin;
    expect(await policyFor('http://localhost:3000/done')).toBe(`'self' ${network} http://localhost:3000`);
    expect(await policyFor('https://app.example.com/done')).toBe(`'self' ${network} https:`);
  });
});

describe('an invalid link', () => {
  const expectRefusal = (page: { status: number; html: string; headers: Headers }) => {
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.html).toContain('<code>state_invalid</code>');
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(page.headers.get('cache-control')).toBe('no-store');
  };

  test.each([
    ['is unknown', 'x'.repeat(43)],
    ['is too short', 'x'],
    ['is very long', 'x'.repeat(8_000)],
    ['cannot be decoded', '%E0%A4%A'],
    ['contains U+0000', '%00'],
    ['contains markup', '%3Cscript%3E'],
  ])('%s', async (_name, token) => {
    for (const method of ['GET', 'POST']) expectRefusal(await open(`${server.baseUrl}/connect/${token}`, method));
  });
});

test('each call creates another link, and no link is stored in the database', async () => {
  const links = await Promise.all(Array.from({ length: 5 }, () => linkFor(project, { platform: 'x' })));
  expect(new Set(links).size).toBe(5);
  const { rows } = await server.db.query<{ row: string }>({
    text: 'select connect_attempts::text as row from connect_attempts',
  });
  for (const link of links) {
    const token = link.split('/').at(-1)!;
    for (const spelling of [
      token,
      Buffer.from(token).toString('hex'),
      Buffer.from(token, 'base64url').toString('hex'),
    ]) {
      expect(rows.filter(({ row }) => row.includes(spelling))).toEqual([]);
    }
  }
});
