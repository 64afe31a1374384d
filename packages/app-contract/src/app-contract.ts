import { initContract } from '@ts-rest/core';
import { accountFacts } from './account-facts.ts';
import { COMMON_APP_CODES, refusals } from './answering.ts';
import { apps } from './apps.ts';
import { attention } from './attention.ts';
import { drafts } from './drafts.ts';
import { keys } from './keys.ts';
import { members } from './members.ts';
import { postLinks } from './post-links.ts';
import { projectSettings } from './project-settings.ts';
import { projects } from './projects.ts';
import { requests } from './requests.ts';
import { session } from './session.ts';
import { sessions } from './sessions.ts';
import { timeline } from './timeline.ts';
import { usageDays } from './usage-days.ts';

/** Every route under /app/api, for the dashboard of the same version only. */
export const appContract = initContract().router(
  {
    ...{ session, sessions, projects, projectSettings, keys, apps, members, drafts, accountFacts, requests, timeline },
    ...{ usageDays, attention, postLinks },
  },
  { pathPrefix: '/app/api', strictStatusCodes: true, commonResponses: refusals(COMMON_APP_CODES) },
);

export type AppContract = typeof appContract;
