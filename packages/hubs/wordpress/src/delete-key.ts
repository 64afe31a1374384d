import type { HubDriver } from '@fanfare/hub';
import { NetworkError, readAnswer, repeatSoon } from '@fanfare/network';
import { changeHidden, readRest } from './call-wordpress.ts';
import { DeletedAnswer, IntrospectAnswer } from './wire.ts';

const KEYS = 'users/me/application-passwords';

/** Lets the key delete itself (WordPress REST API handbook, application passwords, 2026-11). */
export const deleteKey: NonNullable<HubDriver['deleteKey']> = async (call) => {
  try {
    const answer = await readRest(call, { route: `${KEYS}/introspect`, on: 'connect' });
    const { uuid } = readAnswer('WordPress', IntrospectAnswer, answer, 'which key this is');
    await repeatSoon(call, async () => {
      const deleted = await changeHidden(call, { method: 'DELETE', route: `${KEYS}/${uuid}`, on: 'connect' });
      readAnswer('WordPress', DeletedAnswer, deleted, 'the deletion of a key');
    });
  } catch (error) {
    if (!isDeleted(error)) throw error;
  }
};

const isDeleted = (error: unknown): boolean =>
  error instanceof NetworkError &&
  (error.code === 'credential_rejected' || error.facts.networkCode === 'rest_application_password_not_found');
