import { readFileSync } from 'node:fs';
import { nginxRouter } from '../../cells/router/nginx.ts';
import { type RoutedCell, readCell, readMovedKeys } from '../../cells/router/router-plan.ts';
import { defineCommand } from './command.ts';
import { say } from './say.ts';
import { CommandError } from './with-database.ts';

const nginx = defineCommand({
  name: 'router nginx',
  description: 'Print the configuration of an nginx that sends each request to its cell, by the label in it.',
  example: 'fanfare router nginx eu1=http://10.0.0.1:4000 us1=http://10.1.0.1:4000 --name social.example.com',
  rest: { name: 'cells', text: 'Label and servers of each cell: eu1=http://10.0.0.1:4000,http://10.0.0.2:4000.' },
  options: {
    name: 'Public host name, with a certificate of Let’s Encrypt; that of MEDIA_URL behind a comma. Default: none, so that it listens without TLS.',
    listen: 'Address without TLS, behind a proxy that has the certificate. Default: 127.0.0.1:8080.',
    default: 'Cell of keys without a label, from before there were cells. Default: none.',
    moved: 'File with the lines of “fanfare move-workspace”: keys that belong to another cell than their label says.',
  },
  async run(args, { rest }) {
    const [first, ...others] = rest.map((word) => orFail(readCell(word)));
    if (first === undefined) throw new CommandError('Name the cells: eu1=http://10.0.0.1:4000');
    const cells: readonly [RoutedCell, ...RoutedCell[]] = [first, ...others];
    const labels = cells.map(({ label }) => label);
    if (new Set(labels).size < labels.length)
      throw new CommandError('A cell is named twice. Separate its servers by commas.');
    const moved = args.moved === undefined ? [] : orFail(readMovedKeys(readFileSync(args.moved, 'utf8')));
    for (const label of [...(args.default === undefined ? [] : [args.default]), ...moved.map(({ cell }) => cell)])
      if (!labels.includes(label)) throw new CommandError(`"${label}" is none of the cells ${labels.join(', ')}.`);
    const { name, listen = '127.0.0.1:8080', default: defaultCell = null } = args;
    const names = name?.split(',') ?? [];
    if (!names.every((each) => /^[\w.-]+$/.test(each)))
      throw new CommandError('--name must be a host name, or several with commas: social.example.com');
    if (!/^[\w.:[\]]+$/.test(listen)) throw new CommandError('--listen must be an address: 127.0.0.1:8080');
    say.result(nginxRouter({ cells, defaultCell, moved, names, listen }).trimEnd());
  },
});

function orFail<Value extends object>(read: Value | { readonly problem: string }): Value {
  if ('problem' in read) throw new CommandError(read.problem);
  return read;
}

export const routerCommands = [nginx];
