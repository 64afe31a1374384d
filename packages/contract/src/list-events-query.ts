import { StoredEventTypeSchema } from './event-types.ts';
import { LIMITS } from './limits.ts';
import { queryInteger } from './query.ts';
import { requestObject } from './request-object.ts';
import { text } from './text.ts';

export const ListEventsQuerySchema = requestObject({
  after: text({ min: 1, max: LIMITS.cursorChars.value })
    .optional()
    .describe(
      'Where to go on: `nextCursor` of an earlier page, or the id of an event that is kept. Without it from the oldest event that is kept.',
    ),
  limit: queryInteger({ min: 1, max: LIMITS.listMax.value }).describe('Events per page, 1 to 100; 25 by default.'),
  type: StoredEventTypeSchema.optional().describe('Only events of this type.'),
}).transform((query) => ({ ...query, limit: query.limit ?? LIMITS.listDefault.value }));
