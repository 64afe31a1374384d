import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The code of an `@example`, and where it stands. */
type Example = { readonly of: string; readonly code: string };

const SOURCE = fileURLToPath(new URL('../../../../packages/mock/src/', import.meta.url));

/**
 * World that the examples of the mock start with: one mock with accounts on which a post was
 * published, and a link that waits for its user.
 */
const GIVEN = `
import { expect, test as base } from '@playwright/test';
import { type ControlledMock, createControl, createMock, type Mock } from '@fanfare/mock';
import { mswHandlers } from '@fanfare/mock/msw';
import { fanfareFixture, type Routable, routeMock } from '@fanfare/mock/playwright';
import { serveMock } from '@fanfare/mock/server';
import { Fanfare } from '@fanfare/sdk';
import { setupServer } from 'msw/node';

const given = async () => {
  const mock = createMock();
  const { x: account } = mock.scenario('everything-works');
  const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: mock.fetch });
  await fanfare.posts.create({ content: 'Given', platforms: [{ platform: 'x', accountId: account.id }] });
  const { authUrl } = await fanfare.accounts.connect({ platform: 'x', redirectUrl: 'https://app.example/done' });
  const page: Routable = { route: async () => undefined };
  return { mock, account, fanfare, authUrl, page };
};
`;

/**
 * The examples of the mock's sources as one program, which prints `# 3` before what the fourth
 * prints.
 */
export function mockExamples(): { readonly examples: readonly Example[]; readonly program: string } {
  const examples = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .flatMap((name) =>
      [...readFileSync(`${SOURCE}${name}`, 'utf8').matchAll(/@example\n(.*?)\*\//gs)].map(([, body = '']) => ({
        of: name,
        code: body.replaceAll(/^ *\* ?/gm, '').trim(),
      })),
    );
  const bodies = examples.map(({ code }, index) => {
    // Playwright declares tests only where it runs them itself: the quick start has one that it
    // runs.
    const run = code.includes('base.extend')
      ? ''
      : `console.log('# ${index}');\nawait example${index}(await given());\n`;
    return `async function example${index}({ mock, account, fanfare, authUrl, page }: Awaited<ReturnType<typeof given>>) {{\n${code}\n}}\n${run}`;
  });
  return { examples, program: GIVEN + bodies.join('\n') };
}

/** Returns what each example prints and what its comments say that it prints. */
export function comparedExamples(examples: readonly Example[], output: string) {
  const parts = output.split(/^# /m).slice(1);
  const printed = new Map(parts.map((text) => [Number.parseInt(text, 10), text.split('\n').slice(1, -1)]));
  return examples.map(({ of, code }, index) => ({
    of,
    said: [...code.matchAll(/console\.log\(.*\);(?:\n| )\/\/ (.*)/g)].map(([, line = '']) => line),
    printed: (printed.get(index) ?? []).map((line) => line.replaceAll(/acc_\w+/g, 'acc_…')),
  }));
}
