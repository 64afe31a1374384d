import type { Project } from './harness.ts';

/** The same client, with everything that it is answered added to `answers`. */
export function recordAnswers(project: Project, answers: string[]): Project {
  const call: Project['call'] = async (...request) => {
    const reply = await project.call<never>(...request);
    answers.push(reply.text, JSON.stringify([...reply.headers]));
    return reply;
  };
  return {
    ...project,
    call,
    publish: (body, key = crypto.randomUUID()) => call('POST', '/api/v1/posts', { idempotencyKey: key, ...body }),
  };
}

/**
 * Forms in which a secret may be written down by mistake. WordPress ignores the spaces in its keys,
 * and hubs the dashes in codes.
 */
const spellings = (secret: string): string[] =>
  [secret, secret.replaceAll(' ', ''), secret.replaceAll('-', '')].flatMap((each) => [
    each,
    Buffer.from(each).toString('hex'),
    Buffer.from(each).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(each),
  ]);

/** The names of the secrets that the text contains. */
export function leaksIn(text: string, secrets: ReadonlyMap<string, string>): string[] {
  return [...secrets]
    .filter(([, secret]) => spellings(secret).some((form) => text.includes(form)))
    .map(([name]) => name);
}
