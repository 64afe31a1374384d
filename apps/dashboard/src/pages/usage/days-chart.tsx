import type { UsageDays } from '@fanfare/app-contract';
import { useState } from 'react';
import { Table } from '../../parts/table.tsx';
import styles from './days-chart.module.css';
import { useWidth } from './use-width.ts';

type Day = UsageDays['days'][number];

const HEIGHT = 200;
const FLOOR = HEIGHT - 24;
const TOP = 20;
/** A day that is labelled below the axis. */
const LABEL_EVERY = 7;

const count = (units: number): string => units.toLocaleString('en');
const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const shortName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A bar for each day. The same numbers are in a table below it, for those who do not see bars. */
export function DaysChart({ days }: { readonly days: readonly Day[] }) {
  const [pointed, setPointed] = useState<Day | null>(null);
  const most = Math.max(...days.map(({ units }) => units), 0);
  const top = niceTop(most);
  const [svg, width] = useWidth<SVGSVGElement>();
  const step = width / days.length;
  const yOf = (units: number): number => FLOOR - ((FLOOR - TOP) * units) / top;
  const busiest = days.find(({ units }) => units === most);
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        {pointed
          ? `${dayName.format(new Date(pointed.date))}: ${describe(pointed)}`
          : most === 0 || !busiest
            ? 'No units were used this month.'
            : `The most on one day: ${count(most)} units on ${dayName.format(new Date(busiest.date))}.`}
      </figcaption>
      <svg ref={svg} height={HEIGHT} aria-hidden="true" onPointerLeave={() => setPointed(null)}>
        {[0, top / 2, top].map((units) => (
          <g key={units} className={styles.line}>
            <line x1="0" x2={width} y1={yOf(units)} y2={yOf(units)} />
            {units > 0 && (
              <text x="0" y={yOf(units) - 5}>
                {count(units)}
              </text>
            )}
          </g>
        ))}
        {days.map((day, at) => (
          <g key={day.date} className={styles.day} onPointerEnter={() => setPointed(day)}>
            <rect x={at * step} y="0" width={step} height={HEIGHT} className={styles.target} />
            {day.units > 0 && (
              <rect
                x={at * step + step * 0.14}
                y={Math.min(yOf(day.units), FLOOR - 2)}
                width={step * 0.72}
                height={Math.max(FLOOR - yOf(day.units), 2)}
                rx={Math.min(3, step / 4)}
                className={styles.bar}
              />
            )}
            {at % LABEL_EVERY === 0 && (
              <text x={at * step + step / 2} y={HEIGHT - 6} textAnchor={at === 0 ? 'start' : 'middle'}>
                {shortName.format(new Date(day.date))}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary>Show the days as a table</summary>
        <Table
          label="Units by day"
          rows={days.filter(({ units }) => units > 0)}
          rowKey={({ date }) => date}
          columns={[
            { key: 'day', label: 'Day (UTC)', cell: ({ date }) => dayName.format(new Date(date)) },
            { key: 'publish', label: 'Posts', align: 'end', cell: ({ publish }) => count(publish) },
            { key: 'comment', label: 'Comments', align: 'end', cell: ({ comment }) => count(comment) },
            { key: 'repost', label: 'Reposts', align: 'end', cell: ({ repost }) => count(repost) },
            { key: 'units', label: 'Units', align: 'end', cell: ({ units }) => count(units) },
          ]}
        />
      </details>
    </figure>
  );
}

function describe({ units, publish, comment, repost }: Day): string {
  const parts = [
    publish > 0 && `posts ${count(publish)}`,
    comment > 0 && `comments ${count(comment)}`,
    repost > 0 && `reposts ${count(repost)}`,
  ].filter(Boolean);
  return `${count(units)} ${units === 1 ? 'unit' : 'units'}${parts.length > 1 ? ` (${parts.join(', ')})` : ''}`;
}

/** The next of 2, 4, 10, 20, 40, 100 …, so that half of it is a whole number. */
export function niceTop(most: number): number {
  for (let power = 1; ; power *= 10) for (const step of [2, 4, 10]) if (step * power >= most) return step * power;
}
