import type { Installation } from '../installation/installation.ts';
import type { Project } from '../installation/projects.ts';
import { seedPosts } from '../installation/seed-posts.ts';
import { type Caller, described, openCaller } from '../load.ts';
import type { Contender, Measure } from '../measure.ts';

const CALLS = 20;
/** Posts before the far page, in projects that have more. */
const FAR = 1_000_000;

/** Sizes of the table: of ten million, ten thousand and a million. */
export const sizesUpTo = (rows: number): readonly number[] => [rows / 1_000, rows / 10, rows];

export const pages: Measure = {
  name: 'pages',
  answers:
    'How long does one page of 25 posts take in projects with so many posts? The far page is the last one, or behind a million posts. Rows without a number are of the largest project.',
  unit: 'p50 ms',
  rounds: 3,
  goals: [
    { what: 'against page one', contender: 'rare filter', of: 'page one', atMost: 3 },
    { what: 'against page one', contender: 'far page by cursor', of: 'page one', atMost: 1.2 },
  ],
  async open(installation, { rows }) {
    const sizes = sizesUpTo(rows);
    const projects = installation.projects.slice(-sizes.length);
    for (const [n, size] of sizes.entries()) await seedPosts(installation, projects[n]!, size);
    const caller = openCaller(installation.server.url, 1);
    const of = (name: string, project: Project, query: string): Contender =>
      reading(name, { installation, caller, project, query });
    const contenders: Contender[] = [];
    for (const [n, project] of projects.entries()) {
      const size = sizes[n]!;
      const suffix = size === rows ? '' : `, ${size.toLocaleString('en-US')} posts`;
      const cursor = await cursorAt(caller, project, Math.min(size - 50, FAR));
      const offset = Math.min(size - 25, FAR);
      contenders.push(
        of(`page one${suffix}`, project, 'limit=25'),
        of(`far page by offset${suffix}`, project, `limit=25&offset=${offset}`),
        of(`far page by cursor${suffix}`, project, `limit=25&cursor=${cursor}`),
        of(`rare filter${suffix}`, project, 'limit=25&status=failed'),
      );
    }
    return { contenders, close: () => caller.close() };
  },
};

type At = {
  readonly installation: Installation;
  readonly caller: Caller;
  readonly project: Project;
  readonly query: string;
};

function reading(name: string, { installation, caller, project, query }: At): Contender {
  return {
    name,
    pids: () => [installation.server.pid],
    async run(seconds) {
      const tookMs: number[] = [];
      let refused = 0;
      const end = performance.now() + seconds * 1_000;
      while (tookMs.length === 0 || (tookMs.length < CALLS && performance.now() < end)) {
        const answer = await caller.call({ path: `/api/v1/posts?${query}`, apiKey: project.apiKey });
        // A list that takes too long is refused; its time counts.
        if (answer.status === 503) refused++;
        else if (answer.status !== 200) throw new Error(`a list was answered ${answer.status}: ${answer.text}`);
        tookMs.push(answer.tookMs);
      }
      const { done, more } = described(tookMs);
      return { figure: more['p50 ms']!, done, more: { refused } };
    },
  };
}

async function cursorAt(caller: Caller, { apiKey }: Project, offset: number): Promise<string> {
  const { text } = await caller.read({ path: `/api/v1/posts?limit=25&offset=${offset}`, apiKey });
  const { nextCursor } = JSON.parse(text) as { nextCursor?: string };
  if (!nextCursor) throw new Error(`no cursor in ${text.slice(0, 200)}`);
  return encodeURIComponent(nextCursor);
}
