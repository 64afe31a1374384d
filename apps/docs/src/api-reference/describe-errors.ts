import { type Route, routesOf } from '@fanfare/contract';
import * as sdk from '@fanfare/sdk';
import { Comment, CommentTag, type ProjectReflection, ReflectionKind } from 'typedoc';

/** Names of the resources in the client. */
const RESOURCES: Readonly<Record<string, string>> = {
  Accounts: 'accounts',
  Posts: 'posts',
  Reposts: 'reposts',
  Platforms: 'platforms',
  PlanUsage: 'usage',
};

/** Methods that call another route than the one of their name, and their errors. */
const COMPOSED: Readonly<Record<string, { readonly route: string; readonly errors: readonly string[] }>> = {
  'posts.createAndWait': { route: 'posts.create', errors: ['FanfareTimeoutError'] },
  'posts.waitUntilSettled': { route: 'posts.get', errors: ['FanfareTimeoutError'] },
};

/** The SDK says by itself that what it sends is JSON. */
const NEVER_CAUSED: readonly string[] = ['unsupported_media_type'];

/** Adds the errors of its route to every method of the client, from the contract's list. */
export function describeErrors(project: ProjectReflection): void {
  for (const method of project.getReflectionsByKind(ReflectionKind.Method)) {
    const resource = RESOURCES[method.parent?.name ?? ''];
    if (resource === undefined || !method.isDeclaration()) continue;
    const name = `${resource}.${method.name}`;
    const { route, errors } = COMPOSED[name] ?? { route: name, errors: [] };
    const codes = routeNamed(route).ownCodes.filter((code) => !NEVER_CAUSED.includes(code));
    const classes = [...codes.map(errorClassOf), ...errors].map((one) => `\`${one}\``);
    const others = '[what any call may throw](errors.md)';
    const text = classes.length === 0 ? `Only ${others}.` : `${classes.join(', ')}, and ${others}.`;
    for (const { comment } of method.getNonIndexSignatures()) {
      comment?.blockTags.unshift(new CommentTag('@throws', Comment.cloneDisplayParts([{ kind: 'text', text }])));
    }
  }
}

function routeNamed(name: string): Route {
  const route = routesOf().find((one) => one.name === name);
  if (route === undefined) throw new Error(`There is no route ${name}: which route does this method call?`);
  return route;
}

function errorClassOf(code: string): string {
  const words = code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const name = words.endsWith('Error') ? words : `${words}Error`;
  if (!Object.hasOwn(sdk, name)) throw new Error(`The SDK has no class for ${code}.`);
  return name;
}
