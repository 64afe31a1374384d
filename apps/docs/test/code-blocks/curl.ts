import { readFileSync } from 'node:fs';

/** As much of curl as the pages use. */
const headers = new Headers();
let url = '';
let method: string | undefined;
let body: string | Buffer | undefined;
let showsHead = false;
let isQuiet = false;

const args = process.argv.slice(2);
for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
  if (arg === '-sS' || arg === '-s') continue;
  if (arg === '-i') showsHead = true;
  else if (arg === '-X') method = args.shift();
  else if (arg === '-d') body = args.shift();
  else if (arg === '--data-binary') body = readFileSync((args.shift() ?? '').replace(/^@/, ''));
  else if (arg === '-o') isQuiet = args.shift() === '/dev/null';
  else if (arg === '-H') {
    const [name = '', ...value] = (args.shift() ?? '').split(':');
    headers.append(name, value.join(':').trim());
  } else if (arg.startsWith('-')) throw new Error(`${arg} is not among what this curl understands.`);
  else url = arg;
}

const init = { method: method ?? (body === undefined ? 'GET' : 'POST'), headers };
const response = await fetch(url, body === undefined ? init : { ...init, body });
if (showsHead) {
  process.stdout.write(`HTTP/1.1 ${response.status} ${response.statusText}\r\n`);
  for (const [name, value] of response.headers) process.stdout.write(`${name}: ${value}\r\n`);
  process.stdout.write('\r\n');
}
const text = await response.text();
if (!isQuiet) process.stdout.write(text);
