import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { CodeSource } from './code-source.ts';

type Terminal = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };

/** Asks on the terminal for each code. What is typed is not shown. */
export const askForCodes = (terminal: Terminal): CodeSource => ({
  next: async (purpose) => (await askHidden(terminal, `  Connect code (${purpose}; Enter to skip): `)) || null,
  none: 'you gave no connect code for it',
});

/** Asks a question that is answered by y or yes. */
export async function askYes({ input, output }: Terminal, question: string): Promise<boolean> {
  const lines = createInterface({ input, output });
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}

async function askHidden({ input, output }: Terminal, question: string): Promise<string> {
  output.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    output.write('\n');
  }
}
