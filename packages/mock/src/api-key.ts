import { API_KEY_SECRET_LENGTH, apiKeyOf } from '@fanfare/rules';
import type { Ids } from './ids.ts';

/** A key of the documented form, for programs that check it. It works for its mock only. */
export const mockApiKey = (ids: Ids): string => apiKeyOf(ids.token(API_KEY_SECRET_LENGTH));
