import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CONTENDERS, installContenders } from '../contenders/install.ts';
import type { Results, StoredResult } from './results.ts';

/** What is used of Observable Plot and linkedom, which are not in the workspace. */
type Plot = {
  plot(options: object): { outerHTML: string };
  lineY(data: readonly object[], options: object): unknown;
  dot(data: readonly object[], options: object): unknown;
  text(data: readonly object[], options: object): unknown;
  ruleY(at: readonly number[]): unknown;
};
type Linkedom = { parseHTML(text: string): { document: unknown } };

type Point = { readonly x: number; readonly y: number; readonly series: string };

type Picture = {
  /** Below docs/images. */
  readonly file: string;
  readonly title: string;
  readonly measure: string;
  readonly x: string;
  readonly y: string;
  readonly points: (result: StoredResult, all: Results) => readonly Point[];
  readonly yType?: 'log';
};

const IMAGES = fileURLToPath(new URL('../../../../docs/images/', import.meta.url));

const toNumber = (text: string): number => Number(text.replaceAll(/[^\d.]/g, ''));

const PICTURES: readonly Picture[] = [
  {
    file: 'bench-cost-against-load.svg',
    title: 'CPU time of a scheduled post',
    measure: 'load',
    x: 'clients at once',
    y: 'µs of CPU time',
    points: ({ contenders }) =>
      contenders.flatMap(({ name, nodeUs, postgresUs }) => [
        { x: toNumber(name), y: nodeUs?.median ?? 0, series: 'server' },
        { x: toNumber(name), y: postgresUs?.median ?? 0, series: 'PostgreSQL' },
      ]),
  },
  {
    file: 'bench-lateness-against-backlog.svg',
    title: 'Lateness of posts that are due at once',
    measure: 'backlog',
    x: 'posts due in one second',
    y: 'ms late, 99th percentile',
    yType: 'log',
    points: ({ contenders }, all) => [
      ...contenders.map(({ name, figure }) => ({ x: toNumber(name), y: figure.median, series: 'Fanfare' })),
      ...longBacklogs(all),
    ],
  },
  {
    file: 'bench-list-against-size.svg',
    title: 'Time of a page of 25 posts',
    measure: 'pages',
    x: 'posts of the project',
    y: 'ms, median',
    yType: 'log',
    points: ({ contenders, machine }) =>
      contenders.map(({ name, figure }) => {
        const [series = name, size] = name.split(/, (?=\d)/);
        return { x: size === undefined ? machine.options.rows : toNumber(size), y: figure.median, series };
      }),
  },
];

/** Of `--full`: one process, and only where all posts went out. */
function longBacklogs({ measures }: Results): readonly Point[] {
  const runs = { 'due-processes': 10_000, 'due-100k': 100_000, 'due-1m': 1_000_000 };
  return Object.entries(runs).flatMap(([measure, x]) => {
    const more = measures.find(({ name }) => name === measure)?.contenders[0]?.more;
    const late = more?.['p99 ms late'];
    return late && more['share out']?.min === 1 ? [{ x, y: late.median, series: 'Fanfare' }] : [];
  });
}

/** Draws docs/images/bench-*.svg, and returns each picture's name by its measure. */
export async function drawPlots({ measures }: Results): Promise<ReadonlyMap<string, { file: string; title: string }>> {
  installContenders();
  const require = createRequire(path.join(CONTENDERS, 'package.json'));
  const load = async <Module>(name: string): Promise<Module> => import(pathToFileURL(require.resolve(name)).href);
  const plot = await load<Plot>('@observablehq/plot');
  const { document } = (await load<Linkedom>('linkedom')).parseHTML('<html><body></body></html>');
  mkdirSync(IMAGES, { recursive: true });
  const drawn = new Map<string, { file: string; title: string }>();
  for (const picture of PICTURES) {
    const result = measures.find(({ name }) => name === picture.measure);
    if (result === undefined) continue;
    writeFileSync(
      path.join(IMAGES, picture.file),
      `${draw(plot, document, picture, picture.points(result, { measures }))}\n`,
    );
    drawn.set(picture.measure, picture);
  }
  return drawn;
}

function draw(plot: Plot, document: unknown, { x, y, yType }: Picture, points: readonly Point[]): string {
  // A logarithmic axis of the library leaves out the numbers of some ticks.
  const sorted = points.toSorted((a, b) => a.x - b.x).map((point) => ({ ...point, x: Math.log10(point.x) }));
  const channels = { x: 'x', y: 'y', stroke: 'series' };
  const { outerHTML } = plot.plot({
    document,
    width: 720,
    height: 400,
    marginLeft: 70,
    marginRight: 150,
    marginBottom: 50,
    style: { background: 'white', color: '#1c1b1a', fontSize: '13px', fontFamily: 'system-ui, sans-serif' },
    x: {
      ...{ label: x, labelAnchor: 'center', labelOffset: 42, grid: true },
      tickFormat: (value: number) => Math.round(10 ** value).toLocaleString('en-US'),
      ticks: [...new Set(sorted.map((point) => point.x))],
    },
    y: { label: y, grid: true, ...(yType ? { type: yType, tickFormat: ',' } : { zero: true }) },
    color: { range: ['#c2410c', '#1d4ed8', '#15803d', '#7e22ce'] },
    marks: [
      ...(yType ? [] : [plot.ruleY([0])]),
      plot.lineY(sorted, { ...channels, strokeWidth: 2 }),
      plot.dot(sorted, { ...channels, fill: 'series', r: 4 }),
      plot.text(lastOfEach(sorted), { x: 'x', y: 'y', text: 'series', fill: 'series', dx: 10, textAnchor: 'start' }),
    ],
  });
  // A file of its own needs the namespace.
  return outerHTML.includes('xmlns=')
    ? outerHTML
    : outerHTML.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
}

/** Where the name of each line stands. */
const lastOfEach = (sorted: readonly Point[]): readonly Point[] => [
  ...new Map(sorted.map((point) => [point.series, point])).values(),
];
