import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const TYPES = fileURLToPath(new URL('../../../node_modules/@types', import.meta.url));
/** The libraries of the language are the same for everybody, and are most of what is to be read. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/**
 * Returns what TypeScript says of these files and of every declaration of ours that they reach.
 * What other packages and the libraries of the language say of themselves is theirs.
 */
export function typeErrors(folder: string, files: readonly string[], options: ts.CompilerOptions): string[] {
  const all: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: ts.ScriptTarget.ES2022,
    typeRoots: [TYPES],
    ...options,
  };
  const host = ts.createCompilerHost(all);
  const { getSourceFile } = host;
  host.getCurrentDirectory = () => folder;
  host.getSourceFile = (file, ...rest) => {
    if (!/\/typescript\/lib\/lib\.[\w.]+\.d\.ts$/.test(file)) return getSourceFile(file, ...rest);
    if (!libraries.has(file)) libraries.set(file, getSourceFile(file, ...rest));
    return libraries.get(file);
  };
  const program = ts.createProgram(
    files.map((file) => path.join(folder, file)),
    all,
    host,
  );
  const ours = program.getSourceFiles().filter(({ fileName }) => {
    const [, inside] = fileName.split('/node_modules/');
    return fileName.startsWith(folder) && (inside === undefined || inside.startsWith('@fanfare/'));
  });
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ours.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  return found.map(({ file, messageText }) => {
    const where = file ? `${path.relative(folder, file.fileName)}: ` : '';
    return where + ts.flattenDiagnosticMessageText(messageText, '\n');
  });
}
