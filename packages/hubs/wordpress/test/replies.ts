import type { Reply } from '@fanfare/hub/testing';

/** WordPress refuses, in its own form. */
export const refusal = (status: number, code: string, message = 'Sorry.'): Reply => ({
  status,
  json: { code, message, data: { status } },
});

export const aPost = (status: string, slug: string, id = 12) => ({
  id,
  status,
  slug,
  link: `https://hub.test/${status === 'publish' ? slug : `?p=${id}`}`,
});

export const aPage: Reply = { status: 200, text: '<html>Log in</html>' };
