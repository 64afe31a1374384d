import { readFileSync } from 'node:fs';
import { APP_ADDRESSES, APP_ERRORS, APP_ROUTES, type AppErrorCode, appDocUrl } from '@fanfare/app-contract';
import { expect, it } from 'vitest';

it('names every route with its method and path, in the same order', () => {
  const routes = APP_ROUTES.map(({ name, method, path }) => [name, `${method} ${path}`]);
  expect(routes).toEqual(Object.entries(APP_ADDRESSES));
});

it('documents every error code where its address leads', () => {
  const page = readFileSync(new URL('../../../docs/dashboard.md', import.meta.url), 'utf8');
  for (const [code, { status, meaning, remedy }] of Object.entries(APP_ERRORS)) {
    const [, anchor] = appDocUrl('https://example.com/docs', code as AppErrorCode).split('#');
    expect(page).toContain(
      `<a id="${anchor}"></a>\n\n### \`${code}\`\n\n**${status}.** ${meaning}\n\nWhat to do: ${remedy}\n`,
    );
  }
});
