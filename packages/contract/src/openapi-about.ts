import { LIMITS } from './limits.ts';

const description = `One call publishes one piece of content to several accounts on Instagram, Threads, X and LinkedIn and on self-hosted hubs (WordPress and Micropub), and reports a result per target.

## Authentication

Every call carries \`Authorization: Bearer <API key>\`. To get a key, sign in to the dashboard and create one under Settings → API keys; the operator of the service can also run \`fanfare keys create\`. A key is \`fanfare_sk_\` and 49 letters and digits. It belongs to one project. Anything of another project behaves as if it did not exist.

A key has a scope: \`all\` (the default), \`publish\` (everything except webhooks and disconnecting accounts), \`draft\` (reads, validates, uploads files and writes drafts, and publishes nothing) or \`read\`. Each call names the scope it needs; with less it answers 403 \`insufficient_scope\`.

## Results

A 201 means that every target was attempted, not that every target was published: read \`post.targets[].status\`. After a failure the post is not on the network, and you may send the target again with a new key. The one exception is \`outcome_unknown\`: the post may be live, so check before you send it again.

## Idempotency

To create a post, send a key as \`idempotencyKey\` or in the \`Idempotency-Key\` header. When you repeat a request with its key, you get the original post and nothing is published. A refused request does not use up its key.

## Errors

Every answer with status 400 or higher has the same body (\`ErrorBody\`) with a stable \`code\`.

Unknown fields and unknown query parameters answer \`invalid_request\`, with the name of each and the field you probably meant. Otherwise a misspelled \`publishAt\` would publish immediately. \`null\` in an optional field means that the field is absent; where that could not be undone, as in \`publishAt\`, it answers \`invalid_request\`. The \`warnings\` of a created or validated post name known fields that have no effect, and files that are sent in another form. Answers may get new fields at any time: read the ones you know.

## Limits

${LIMITS.requestHeaderBytes.sentence} ${LIMITS.requestBodyBytes.sentence} ${LIMITS.requestBodyValues.sentence} ${LIMITS.requestBodyLevels.sentence} ${LIMITS.requestsPerMinute.sentence} ${LIMITS.projectRequestsPerMinute.sentence} ${LIMITS.requestUnitBytes.sentence} ${LIMITS.publishesPerMinute.sentence} ${LIMITS.refusedKeysPerMinute.sentence} Lengths count Unicode code points.

## Versions

All paths start with \`/api/v1\`. Fields, codes and routes may be added; none is removed or changes its meaning. Be ready for unknown values and codes. The [changelog](https://github.com/fanfare-dev/fanfare/blob/main/docs/changelog.md) has each change with its date.
`;

/** The text above the paths. */
export const API_ABOUT = {
  openapi: '3.1.0',
  info: {
    title: 'Fanfare API',
    version: '1.2.0',
    summary: 'Publish one piece of content to several social accounts.',
    description,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The instance that serves this description.' }],
  security: [{ apiKey: [] }],
};
