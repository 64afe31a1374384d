import { LIMITS } from './limits.ts';

const description = `One call publishes one piece of content to several accounts on Instagram, Threads, X and LinkedIn, and reports a result per target. The routes of self-hosted hubs are described here and answer \`501 not_implemented\` for now.

## Authentication

Every call carries \`Authorization: Bearer <API key>\`. Whoever runs the service makes keys, \`fanfare_sk_\` and 49 letters and digits, with \`fanfare keys create\`. A key belongs to one project; whatever belongs to another project behaves as if it did not exist.

## Results

A 201 means that every target was attempted, not that every target was published: read \`post.targets[].status\`. After a failure the post is not on the network and the target may be sent again with a new key. The one exception is \`outcome_unknown\`: the post may be live, so look before sending again.

## Idempotency

Creating a post takes a key, as \`idempotencyKey\` or as the \`Idempotency-Key\` header. Repeating a request with its key returns the original post and publishes nothing. A refused request leaves its key free.

## Errors

Every answer from 400 up has the same body (\`ErrorBody\`) with a stable \`code\`. 

An unknown field of a body and an unknown query parameter are refused with \`invalid_request\`, which names each one and the known one that is meant: a misspelt \`publishAt\` would otherwise publish at once. \`null\` in an optional field means that it is absent. \`warnings\` of a created or validated post names known fields that have no effect. Answers may get further fields at any time: read the ones you know.

## Limits

${LIMITS.requestBodyBytes.sentence} ${LIMITS.requestsPerMinute.sentence} ${LIMITS.publishesPerMinute.sentence} Lengths count Unicode code points.

## Versions

All paths start with \`/api/v1\`. Fields, codes and routes may be added; none is removed or changes its meaning. Be ready for values and codes you do not know. The [changelog](https://fanfare.dev/docs/changelog) has each change with its date.
`;

/** What stands above the paths. */
export const API_ABOUT = {
  openapi: '3.1.0',
  info: {
    title: 'Fanfare API',
    version: '1.0.0',
    summary: 'Publish one piece of content to several social accounts.',
    description,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The instance that serves this description.' }],
  security: [{ apiKey: [] }],
};
