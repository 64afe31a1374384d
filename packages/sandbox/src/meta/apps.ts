import type { AppRegistration } from '../simulator.ts';

export type Apps = {
  register(app: AppRegistration): void;
  find(clientId: string): AppRegistration | undefined;
  /** The built-in app. */
  first(): AppRegistration;
  clear(): void;
};

/** The developer apps a network knows; the built-in one always exists. */
export function createApps(builtIn: AppRegistration): Apps {
  const apps = new Map([[builtIn.clientId, builtIn]]);
  return {
    register: (app) => void apps.set(app.clientId, app),
    find: (clientId) => apps.get(clientId),
    first: () => builtIn,
    clear() {
      apps.clear();
      apps.set(builtIn.clientId, builtIn);
    },
  };
}
