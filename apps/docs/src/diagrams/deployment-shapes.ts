import { arrow, drawing, part, WIDTH, words } from './drawing.ts';

const MIDDLE = WIDTH / 2;

/** What runs where: one server, several, and hubs. */
export function deploymentShapes(): string {
  return drawing({
    height: 730,
    title: 'Shapes of an installation: one server, several servers, and a hub',
    shapes: [...oneServer(20), ...severalServers(246), ...hub(528)],
  });
}

const heading = (text: string, what: string, y: number): readonly string[] => [
  words(text, { x: 24, y: y + 18, size: 17, bold: true }),
  words(what, { x: 24, y: y + 39, size: 13.5, colour: 'quiet' }),
];

function oneServer(y: number): readonly string[] {
  const top = y + 60;
  const boxes = { y: top, height: 56 };
  return [
    ...heading('One server', 'A process and a database, on one machine or two.', y),
    part({ ...boxes, x: 24, width: 110 }, 'Proxy', 'TLS'),
    part({ ...boxes, x: 188, width: 144, fill: 'accent-soft', stroke: 'accent' }, 'Fanfare', 'API, pages, jobs'),
    part({ ...boxes, x: 376, width: 120 }, 'PostgreSQL', '15 or newer'),
    arrow([
      [134, top + 28],
      [188, top + 28],
    ]),
    arrow([
      [332, top + 28],
      [376, top + 28],
    ]),
    part({ x: 188, y: top + 96, width: 144, height: 40, fill: 'plan-soft', stroke: 'plan' }, 'Networks'),
    arrow([
      [MIDDLE, top + 56],
      [MIDDLE, top + 96],
    ]),
  ];
}

function severalServers(y: number): readonly string[] {
  const top = y + 60;
  const servers = [0, 1, 2].map((index) => {
    const at = top + index * 64;
    return [
      part({ x: 188, y: at, width: 144, height: 48, fill: 'accent-soft', stroke: 'accent' }, `Fanfare ${index + 1}`),
      arrow([
        [134, top + 88],
        [160, top + 88],
        [160, at + 24],
        [188, at + 24],
      ]),
      arrow([
        [332, at + 24],
        [354, at + 24],
        [354, top + 88],
        [376, top + 88],
      ]),
    ].join('');
  });
  return [
    ...heading('Several servers', 'All are equal. The database decides who publishes what.', y),
    part({ x: 24, y: top + 60, width: 110, height: 56 }, 'Proxy', 'any server'),
    ...servers,
    part({ x: 376, y: top + 60, width: 120, height: 56 }, 'PostgreSQL', 'one database'),
  ];
}

function hub(y: number): readonly string[] {
  const top = y + 60;
  return [
    ...heading('A hub beside the networks', 'Your own site takes posts by key or one-time code.', y),
    part({ x: 24, y: top + 32, width: 144, height: 56, fill: 'accent-soft', stroke: 'accent' }, 'Fanfare'),
    part({ x: 296, y: top, width: 200, height: 48, fill: 'plan-soft', stroke: 'plan' }, 'Networks', 'OAuth'),
    part(
      { x: 296, y: top + 72, width: 200, height: 48, fill: 'good-soft', stroke: 'good' },
      'WordPress, Micropub',
      'your own server',
    ),
    arrow([
      [168, top + 52],
      [230, top + 52],
      [230, top + 24],
      [296, top + 24],
    ]),
    arrow([
      [168, top + 68],
      [230, top + 68],
      [230, top + 96],
      [296, top + 96],
    ]),
  ];
}
