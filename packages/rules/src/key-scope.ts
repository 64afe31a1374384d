import { KEY_SCOPES, type KeyScope } from '@fanfare/contract';
import type { Refusal } from './refusal.ts';

export const isKeyScope = (text: string): text is KeyScope => KEY_SCOPES.some((scope) => scope === text);

/** Refuses a call that needs more than the scope of its caller; null when it may go on. */
export const judgeScope = (scope: KeyScope, needs: KeyScope): Refusal | null =>
  KEY_SCOPES.indexOf(scope) >= KEY_SCOPES.indexOf(needs)
    ? null
    : {
        code: 'insufficient_scope',
        message: `This call needs a key with the scope "${needs}"; this key has the scope "${scope}".`,
      };
