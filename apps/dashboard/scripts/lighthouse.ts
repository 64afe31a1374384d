import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '@fanfare/harness/chromium';
import { openDashboard } from '../test/open-dashboard.ts';

/**
 * The four scores of Lighthouse, with its throttling: `pnpm --filter @fanfare/dashboard lighthouse`. Lighthouse comes by npx, because it and what it needs
 * are 185 MB.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const PAGES = ['/sign-in', '/', '/compose'];
const FORMS = { phone: [], desktop: ['--preset=desktop'] };
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const dashboard = await openDashboard();
try {
  const { executablePath, args } = await findChromium();
  const flags = args.filter((arg) => !arg.startsWith('--headless'));
  const { session } = await dashboard.newPage();
  const cookie = `${session.cookie.name}=${session.cookie.value}`;
  console.log(`page        form     ${CATEGORIES.map((name) => name.padStart(15)).join('')}`);
  for (const address of PAGES) {
    for (const [form, preset] of Object.entries(FORMS)) {
      const { stdout } = await promisify(execFile)(
        'npx',
        [
          ...['--yes', LIGHTHOUSE, dashboard.service.baseUrl + address, '--quiet', '--output=json', ...preset],
          `--chrome-flags=--headless=new ${flags.join(' ')}`,
          ...(address === '/sign-in' ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
        ],
        { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 100_000_000 },
      );
      const { categories } = JSON.parse(stdout) as Report;
      const scores = CATEGORIES.map((name) => shown(categories[name]?.score ?? null).padStart(15));
      console.log(address.padEnd(12) + form.padEnd(9) + scores.join(''));
      if (process.argv.includes('--findings'))
        for (const line of findings(JSON.parse(stdout) as Report)) console.log(`    ${line}`);
    }
  }
} finally {
  await dashboard.close();
}

type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly id: string; readonly title: string; readonly score: number | null }>
  >;
};

function shown(score: number | null): string {
  return score === null ? '—' : String(Math.round(score * 100));
}

/** What has less than the full score. */
function findings({ audits }: Report): string[] {
  return Object.values(audits)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, title, score }) => `${shown(score)} ${id}: ${title}`);
}
