import { arrow, drawing, part, words } from './drawing.ts';

const TOP = 64;

/** Who reads the figures of a server. */
export function monitoring(): string {
  const server = { x: 24, width: 130, height: 56, fill: 'accent-soft', stroke: 'accent' } as const;
  const reader = { x: 366, width: 130, height: 56 } as const;
  return drawing({
    height: 240,
    title: 'Monitoring: Prometheus reads every server, evaluates the alert rules and feeds the Grafana dashboard',
    shapes: [
      words('Monitoring', { x: 24, y: 38, size: 17, bold: true }),
      part({ ...server, y: TOP }, 'Fanfare 1', ':9464/metrics'),
      part({ ...server, y: TOP + 92 }, 'Fanfare 2', ':9464/metrics'),
      part({ x: 202, y: TOP + 46, width: 120, height: 56 }, 'Prometheus', 'alerts.yml'),
      part({ ...reader, y: TOP, fill: 'plan-soft', stroke: 'plan' }, 'Grafana', 'dashboard.json'),
      part({ ...reader, y: TOP + 92, fill: 'unsure-soft', stroke: 'unsure' }, 'Alertmanager', 'mail, chat, pager'),
      arrow([
        [154, TOP + 28],
        [178, TOP + 28],
        [178, TOP + 66],
        [202, TOP + 66],
      ]),
      arrow([
        [154, TOP + 120],
        [178, TOP + 120],
        [178, TOP + 82],
        [202, TOP + 82],
      ]),
      arrow([
        [322, TOP + 66],
        [344, TOP + 66],
        [344, TOP + 28],
        [366, TOP + 28],
      ]),
      arrow([
        [322, TOP + 82],
        [344, TOP + 82],
        [344, TOP + 120],
        [366, TOP + 120],
      ]),
    ],
  });
}
