import type { Implementation, World } from '../implementation.ts';
import { NotHere } from '../not-here.ts';
import type { Remote } from '../selection.ts';
import { sendHttp } from '../send-http.ts';

/**
 * A service that runs somewhere, with one key. Its networks are real or unknown, so nothing is
 * connected to them and nothing is published.
 */
export function remoteOf({ baseUrl, apiKey }: Remote): Implementation {
  const notHere = (what: string): never => {
    throw new NotHere(`${what} needs networks that can be scripted.`);
  };
  return {
    name: 'server',
    async world(): Promise<World> {
      let projects = 0;
      return {
        baseUrl,
        send: (request) => sendHttp(baseUrl, request),
        async project(plan) {
          projects += 1;
          if (projects > 1 || plan !== 'self_hosted')
            throw new NotHere('There is one project, whose plan cannot be chosen.');
          return { apiKey };
        },
        workspace: async () => notHere('A workspace of several projects'),
        keyring: async () => notHere('A key that is revoked'),
        revokeKey: async () => notHere('A key that is revoked'),
        ageLink: async () => notHere('An old link'),
        walk: async () => notHere('Connecting an account'),
        breakService: async () => notHere('A service that is broken'),
        abandon: async () => notHere('A post that is given up'),
        script: async () => notHere('A failing network'),
        hubUser: async () => notHere('A hub'),
        hubKey: async () => notHere('A hub'),
        hubCode: async () => notHere('A hub'),
        addSpace: async () => notHere('A hub'),
        scriptHub: async () => notHere('A hub'),
        lapse: async () => notHere('A lapsed credential'),
        remove: async () => notHere('A removed profile'),
        now: async () => Date.now(),
        pass: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
        file: (name) => `https://files.example.com/${name}`,
      };
    },
    stop: async () => undefined,
  };
}
