import { readdirSync, readFileSync } from 'node:fs';

/** A piece of code somebody may copy, and what its comments say it prints. */
export type CodeExample = { readonly where: string; readonly code: string; readonly prints: readonly string[] };

const SOURCE = new URL('../../src/', import.meta.url);

/** Every `@example` of the sources. */
export function docExamples(): CodeExample[] {
  const files = readdirSync(SOURCE).filter((name) => name.endsWith('.ts') && name !== 'path.ts');
  return files.flatMap((file) => {
    const text = readFileSync(new URL(file, SOURCE), 'utf8');
    return [
      ...text.matchAll(
        /\/\*\*(?:(?!\*\/)[\s\S])*?@example\n((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export )?(?:async )?(?:class |function |type |const )?\*?([\w[\].]+)/g,
      ),
    ].map(([, body = '', name = '']) => toExample(`${file} ${name}`, body.replaceAll(/^ *\* ?/gm, '')));
  });
}

/** Every block of TypeScript in the README. */
export function readmeExamples(): CodeExample[] {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ''], index) =>
    toExample(`README.md block ${index + 1}`, code),
  );
}

function toExample(where: string, code: string): CodeExample {
  const lines = code.trim().split('\n');
  const prints = lines.flatMap((line, index) => {
    if (!line.includes('console.log(')) return [];
    const [, own] = / \/\/ (.+)$/.exec(line) ?? [];
    const [, below] = /^ *\/\/ (.+)$/.exec(lines[index + 1] ?? '') ?? [];
    const said = own ?? below;
    return said === undefined ? [] : [said];
  });
  return { where, code: lines.join('\n'), prints };
}

/** Whether a printed line is what a comment says; `…` stands for anything. */
export function saysSo(comment: string, printed: string): boolean {
  const parts = comment.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(printed);
}
