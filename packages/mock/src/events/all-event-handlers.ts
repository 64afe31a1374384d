import type { MockState } from '../mock-state.ts';
import { webhooksHandlers } from '../webhooks/webhooks.handlers.ts';
import { eventsHandlers } from './events.handlers.ts';

/** The handlers of the routes of webhooks and events. */
export const allEventHandlers = (state: MockState) => ({ ...webhooksHandlers(state), ...eventsHandlers(state) });
