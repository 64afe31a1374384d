import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { typeOf } from './post-input.ts';
import { InputError, type LocalFiles } from './tool.ts';

/**
 * Local files that a model may name. A text in a post could make it name any file, so only
 * pictures, videos and documents are read, and with `folder` only those below it, wherever links
 * lead.
 */
export const localFiles = (folder: string | null): LocalFiles => ({
  async find(given) {
    const file = await realpath(path.resolve(folder ?? '.', given)).catch(() => {
      throw new InputError(`There is no file ${given}.`);
    });
    const within = folder === null ? '' : path.relative(await realpath(folder), file);
    if (within.startsWith('..') || path.isAbsolute(within))
      throw new InputError(`${given} is outside of the folder that may be read (FANFARE_MCP_FOLDER).`);
    if (typeOf(file) === null) throw new InputError(`${given} is no picture, video or document by its name.`);
    return file;
  },
});
