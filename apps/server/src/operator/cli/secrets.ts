import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ids } from '../../process/ids.ts';
import { isErrorCode } from '../../process/is-error-code.ts';
import { defineCommand } from './command.ts';
import { say } from './say.ts';
import { writeSecret } from './write-secret.ts';

const BYTES = 32;
const OWNER_ONLY = 0o400;
/** PostgreSQL runs as another user. */
const EVERYBODY = 0o444;

export const createSecrets = defineCommand({
  name: 'secrets create',
  description:
    'Write the secrets of a new installation that do not exist yet: encryption-key and database-url for the server, and password for PostgreSQL. Keep a copy of encryption-key: stored credentials cannot be decrypted without it.',
  example: 'fanfare secrets create /secrets /database-secrets',
  positionals: {
    'server-folder': 'where the server reads encryption-key and database-url',
    'database-folder': 'where PostgreSQL reads password',
  },
  options: { database: 'host, port and name of the database: postgres:5432/fanfare by default' },
  async run(args) {
    const [forServer, forDatabase] = [args['server-folder'], args['database-folder']];
    for (const folder of [forServer, forDatabase]) mkdirSync(folder, { recursive: true });
    create(path.join(forServer, 'encryption-key'), OWNER_ONLY, () => ids.secret(BYTES).toString('base64'));
    const password = path.join(forDatabase, 'password');
    create(password, EVERYBODY, () => ids.secret(BYTES).toString('hex'));
    create(
      path.join(forServer, 'database-url'),
      OWNER_ONLY,
      () => `postgres://fanfare:${readFileSync(password, 'utf8')}@${args.database ?? 'postgres:5432/fanfare'}`,
    );
  },
});

/** Creates a secret, and never replaces one, because data may depend on it. */
function create(file: string, mode: number, make: () => string): void {
  try {
    writeSecret(file, make(), mode);
    say.note(`${file} is new.`);
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error;
    say.note(`${file} is kept.`);
  }
}
