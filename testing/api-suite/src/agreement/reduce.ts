import type { Call, Json, Step } from './call.ts';

/** Whether a sequence still shows what is looked for, in its last request. */
type Test = (steps: readonly Step[]) => Promise<boolean>;

/**
 * The smallest sequence it finds within its time that passes the test: without requests that have
 * nothing to do with it (Zeller's ddmin, "Simplifying and isolating failure-inducing input", 2002),
 * and the last one without what it need not say.
 */
export async function reduce(steps: readonly Step[], test: Test, atMostMs: number): Promise<readonly Step[]> {
  const endsAt = performance.now() + atMostMs;
  const holds: Test = async (candidate) => performance.now() < endsAt && test(candidate);
  const last = steps.at(-1)!;
  const before = await fewer(steps.slice(0, -1), (kept) => holds([...kept, last]));
  let smallest = last;
  for (
    let smaller: Step | null = last;
    smaller !== null;
    smaller = await firstThat(simplerSteps(smallest), (step) => holds([...before, step]))
  ) {
    smallest = smaller;
  }
  return [...before, smallest];
}

/** Leaves out halves, quarters and so on, until nothing more can go. */
async function fewer(steps: readonly Step[], holds: Test): Promise<readonly Step[]> {
  let kept = steps;
  for (let size = kept.length; size >= 1; size = Math.floor(size / 2)) {
    for (let end = kept.length; end > 0; end -= size) {
      const without = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)];
      if (await holds(without)) kept = without;
    }
  }
  return kept;
}

async function firstThat<Item>(items: Iterable<Item>, holds: (item: Item) => Promise<boolean>): Promise<Item | null> {
  for (const item of items) if (await holds(item)) return item;
  return null;
}

function* simplerSteps({ call, mutation }: Step): Generator<Step> {
  for (const [at] of call.query.entries()) yield { mutation, call: { ...call, query: call.query.toSpliced(at, 1) } };
  if (call.body === undefined || call.text !== undefined) return;
  for (const body of simpler(call.body)) yield { mutation, call: { ...call, body } satisfies Call };
}

/** The same with one part less, largest parts first. */
function* simpler(value: Json): Generator<Json> {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    for (const [at] of items.entries()) yield items.toSpliced(at, 1);
    for (const [at, item] of items.entries()) for (const less of simpler(item)) yield items.with(at, less);
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value))
      yield Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));
    for (const [name, part] of Object.entries(value))
      for (const less of simpler(part)) yield { ...value, [name]: less };
  }
}
