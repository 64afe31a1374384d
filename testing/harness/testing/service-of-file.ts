import { test } from 'vitest';
import { createProjects } from './create-projects.ts';
import { prepareProject } from './prepare-project.ts';
import { type RunningService, startService } from './start-service.ts';

/** A service for one file of several that use it: none can stop it. */
export type ServiceOfFile = Omit<RunningService, 'stop'>;

const KEYS_AT_A_TIME = 10;
/** Files publish more in a minute than a project may. */
const SETTINGS = { PUBLISHES_PER_MINUTE: '100000' };

const withService = test
  .extend('settings', { scope: 'worker' }, SETTINGS)
  .extend('nextProject', { scope: 'worker' }, async ({ settings }, { onCleanup }) => {
    const service = await startService(settings);
    onCleanup(service.stop);
    return nextProjectOf(service);
  });

/**
 * The service of this worker for the tests of one file, as `startService` starts it, with a project
 * and networks that no other file has used. What stops the service, changes its settings or its
 * clock, or reads all projects of its database uses `startService`.
 *
 * @example
 * const service = serviceOfFile();
 * test('…', () => runProgram(PROGRAM, { FANFARE_FOLDER: service.folder }));
 */
export function serviceOfFile(): ServiceOfFile {
  const given = {} as ServiceOfFile;
  withService.beforeAll(async ({ nextProject }) => {
    Object.assign(given, await nextProject());
  });
  return given;
}

/** Returns the project that the service began with, then new ones. Each ends the one before it. */
function nextProjectOf(service: RunningService): () => Promise<ServiceOfFile> {
  const keys: string[] = [];
  let isUsed = false;
  return async () => {
    if (!isUsed) {
      isUsed = true;
      return service;
    }
    if (keys.length === 0) keys.push(...(await createProjects(service.databaseUrl, KEYS_AT_A_TIME)));
    return { ...service, ...(await prepareProject(service, keys.pop()!)) };
  };
}
