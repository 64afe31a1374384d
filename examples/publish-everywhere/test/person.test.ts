import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createPerson } from '../src/person.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function startSite(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close() && server.closeAllConnections());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
};

const FORM = `<h1>May <b>Tom &amp; Co</b> &#8220;post&#8221;?</h1>
<form method="post" action="/decide?from=a&amp;to=b">
  <input type="hidden" name="state" value="&lt;s&gt; &quot;1&quot;">
  <label><input type="radio" name="profile" value="ada" checked>Ada</label>
  <label><input type="radio" name="profile" value="ben">Ben</label>
  <input type="checkbox" name="scopes" value="read" checked>
  <input type="checkbox" name="scopes" value="write">
  <input type="checkbox" name="scopes" value="admin" checked disabled>
  <button name="decision" value="deny">Cancel</button>
  <button class="big" name="decision" value="allow"><i></i>Allow</button>
</form>`;

test('a form is sent as a browser sends it, with the choices made and the button pressed', async () => {
  const seen: unknown[] = [];
  const site = await startSite(async (request, response) => {
    if (request.method === 'GET') return response.end(FORM);
    seen.push(request.url, [...new URLSearchParams(await bodyOf(request))]);
    response.end('<h1>Done</h1>');
  });
  const person = createPerson('ben', [site]);
  const page = await person.open(site);
  expect(page.heading).toBe('May Tom & Co “post”?');
  expect((await person.press(page, 'Allow', { profile: 'ben' })).heading).toBe('Done');
  expect(seen).toEqual([
    '/decide?from=a&to=b',
    [
      ['state', '<s> "1"'],
      ['profile', 'ben'],
      ['scopes', 'read'],
      ['decision', 'allow'],
    ],
  ]);
});

test('choices and buttons that the page does not have are errors', async () => {
  const site = await startSite((_request, response) => response.end(FORM));
  const person = createPerson('zoe', [site]);
  const page = await person.open(site);
  await expect(person.press(page, 'Allow', { profile: 'zoe' })).rejects.toThrow(
    `The page at ${site} offers no “profile” called “zoe”.`,
  );
  await expect(person.press(page, 'Maybe')).rejects.toThrow(
    `The page at ${site} says “May Tom & Co “post”?” and has no button “Maybe”.`,
  );
});

test('each site gets its own cookies and no others, over redirects too', async () => {
  const cookies: (string | undefined)[] = [];
  const other = await startSite((request, response) => {
    cookies.push(request.headers.cookie);
    response.writeHead(302, { Location: `${site}/end` }).end();
  });
  const site = await startSite((request, response) => {
    cookies.push(request.headers.cookie);
    if (request.url === '/end') return response.end('<h1>The end</h1>');
    response.writeHead(303, { Location: other, 'Set-Cookie': ['a=1; Path=/; HttpOnly', 'b=2'] }).end();
  });
  const page = await createPerson('ada', [site, other]).open(`${site}/start`);
  expect([page.heading, cookies]).toEqual(['The end', [undefined, undefined, 'a=1; b=2']]);
});

test('circular redirects end', async () => {
  const site = await startSite((_request, response) => response.writeHead(302, { Location: '/' }).end());
  await expect(createPerson('ada', [site]).open(site)).rejects.toThrow(`${site} redirects in circles.`);
});
