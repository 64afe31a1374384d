import type { Reply } from '@fanfare/hub/testing';

/** A Micropub server refuses, as the specification has it. */
export const refusal = (status: number, error: string, description = 'No.'): Reply => ({
  status,
  json: { error, error_description: description },
});

/** Answer of Indiekit to a token that it does not know. */
export const LOGIN: Reply = { status: 302, headers: { location: '/session/login?redirect=/micropub' } };

export const aPage: Reply = { status: 200, text: '<html>Sign in</html>' };
