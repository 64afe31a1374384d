import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Project, startTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let project: Project;

beforeAll(async () => {
  server = await startTestServer();
  project = await server.createProject();
});
afterAll(() => server.stop());

test('one image goes out to instagram, threads and linkedin, each with its own id and address', async () => {
  const accounts = await Promise.all(['instagram', 'threads', 'linkedin'].map((platform) => project.connect(platform)));
  const reply = await project.publish({
    content: 'The harbour is awake.',
    mediaItems: [{ type: 'image', url: server.sandbox.sample('harbour.jpg'), altText: 'A harbour at sunrise' }],
    platforms: accounts.map(({ id, platform }) => ({ accountId: id, platform })),
  });
  console.log(reply.text);
  expect(reply.status).toBe(201);
});
