import { notesOf, routesOf } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { bodyMutations } from '../src/agreement/body-mutations.ts';
import type { Json } from '../src/agreement/call.ts';
import { bodySchemaOf } from '../src/agreement/request-schemas.ts';
import { createRequestCheck } from '../src/check-request.ts';
import { readDescription } from '../src/openapi.ts';

const check = createRequestCheck(readDescription());
const routes = routesOf().filter(({ body }) => body !== undefined);

/** The examples of a route, and each with one thing changed. */
function* bodiesOf({ name, body: takes }: (typeof routes)[number]): Generator<Json> {
  const schema = bodySchemaOf(name)!;
  for (const { value } of notesOf(name).requests) {
    const body = value as Json;
    yield body;
    // Fields that the example leaves out are there with null, where that is taken.
    const nulls = Object.keys(schema.properties ?? {})
      .filter((field) => typeof body === 'object' && body !== null && !(field in body))
      .map((field) => ({ [field]: null }))
      .filter((field) => takes!.safeParse({ ...(body as object), ...field }).success);
    const whole = Object.assign({}, body, ...nulls) as Json;
    for (const mutated of bodyMutations(schema, whole)) yield mutated.body;
  }
}

test.each(routes.map((route) => [route.name, route] as const))(
  '%s: every body that it takes is as openapi.yaml describes it',
  (_, route) => {
    const bodies = [...bodiesOf(route)].filter((body) => route.body!.safeParse(body).success);
    const answer = { status: 200, headers: new Headers(), body: undefined };
    const problems = bodies.flatMap((body) =>
      check({ method: route.method, path: route.path, body: JSON.stringify(body) }, answer),
    );
    expect(bodies.length).toBeGreaterThan(1);
    expect([...new Set(problems)]).toEqual([]);
  },
);
