import { ACCOUNT_AND_SERVICE } from './account-and-service.ts';
import { EVENTS } from './events.ts';
import { HOSTED_FILE } from './hosted-file.ts';
import { HUB } from './hub.ts';
import { KEYS } from './keys.ts';
import { POST } from './post.ts';
import { TARGET } from './target.ts';

/** By the sections of docs/guarantees.md. */
export const MUTANTS = [...TARGET, ...HUB, ...POST, ...HOSTED_FILE, ...ACCOUNT_AND_SERVICE, ...EVENTS, ...KEYS];
