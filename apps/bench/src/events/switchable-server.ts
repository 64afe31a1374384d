import { createServer } from 'node:http';
import pg from 'pg';
import type { EventMode } from './event-service.ts';

/**
 * The server in production mode, started by the `dev` command as FANFARE_SERVER. BENCH_CONTROL_PORT is a port to measure its CPU time, and to take the events
 * out of it: the same process then works without them, so that both figures come from the same compiled code, heap and connections.
 */
const EMIT = /(\w+) as \(\s+insert into events .*?\n {11}\)/gs;

let mode: EventMode = 'relayed';
let parked: (() => void)[] = [];
const withoutEvents = new Map<string, string>();

/** The statement without its events. PostgreSQL ignores an empty CTE that nothing reads. */
function strip(text: string): string {
  const known = withoutEvents.get(text);
  if (known !== undefined) return known;
  const stripped = text.replace(EMIT, '$1 as (select)');
  if (stripped.includes('insert into events')) throw new Error(`This statement still writes an event:\n${stripped}`);
  withoutEvents.set(text, stripped);
  return stripped;
}

type Statement = { readonly name?: string; readonly text?: string };
type Send = (this: pg.Client, statement: Statement, ...rest: unknown[]) => unknown;

const client = pg.Client.prototype as unknown as { query: Send };
const send = client.query;
client.query = function (statement, ...rest) {
  const { name, text } = statement;
  // The relay waits here, which costs nothing.
  if (name === 'find_waiting_events' && mode !== 'relayed')
    return new Promise<void>((resume) => parked.push(resume)).then(() => send.call(this, statement, ...rest));
  if (mode !== 'off' || name === 'publish_events' || !text?.includes('insert into events'))
    return send.call(this, statement, ...rest);
  return send.call(this, { ...statement, text: strip(text), ...(name && { name: `${name}_off` }) }, ...rest);
};

function switchTo(next: EventMode): void {
  mode = next;
  if (mode !== 'relayed') return;
  for (const resume of parked) resume();
  parked = [];
}
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(signal, () => switchTo('relayed'));

const control = createServer((request, response) => {
  if (request.method === 'POST') switchTo(request.url!.slice(1) as EventMode);
  response.end(JSON.stringify(process.cpuUsage()));
});
control.listen(Number(process.env.BENCH_CONTROL_PORT), '127.0.0.1').unref();

process.env.FANFARE_ENV = 'production';
const main = new URL('../../../server/src/main.ts', import.meta.url);
await import(main.href);
