import type { AppRoute } from '@ts-rest/core';
import type { AppRouteImplementation } from '@ts-rest/express';
import type { Response } from 'express';

type Routes = Readonly<Record<string, AppRoute>>;
type Input<Route extends AppRoute> = Parameters<AppRouteImplementation<Route>>[0];
type Implementations<Part extends Routes> = { [Name in keyof Part]: AppRouteImplementation<Part[Name]> };

type Handler<Route extends AppRoute, Caller> =
  AppRouteImplementation<Route> extends (input: infer Asked) => infer Answer
    ? (input: Asked & { readonly caller: Caller }) => Answer
    : never;

export type Handlers<Part extends Routes, Caller> = {
  readonly [Name in keyof Part]: Handler<Part[Name], Caller>;
};

export function withCaller<Part extends Routes, Caller>(
  callerOf: (res: Response) => Caller,
  handlers: Handlers<Part, Caller>,
): Implementations<Part> {
  const implementations = Object.entries(handlers).map(([name, handler]) => [
    name,
    (input: Input<AppRoute>) => handler({ ...input, caller: callerOf(input.res) } as never),
  ]);
  // Object.fromEntries loses the names; each handler stays under its own.
  return Object.fromEntries(implementations) as Implementations<Part>;
}
