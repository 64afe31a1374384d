import { readOpenApi } from './openapi-document.ts';
import { renderOperations } from './render-operations.ts';
import { renderTypes } from './render-types.ts';

const SOURCE = new URL('../src/fanfare/', import.meta.url);

/** Every file of the package that a command writes, with its text. */
export function generatedFiles(): { file: URL; text: string }[] {
  const document = readOpenApi();
  return [
    { file: new URL('types.py', SOURCE), text: renderTypes(document) },
    { file: new URL('_operations.py', SOURCE), text: renderOperations(document) },
  ];
}
