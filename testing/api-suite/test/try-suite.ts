import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../src/api.ts';
import { createAnswerCheck } from '../src/check-answer.ts';
import { createRequestCheck } from '../src/check-request.ts';
import { createCoverage } from '../src/coverage.ts';
import {
  HAS_INSIDE,
  IMPLEMENTATION_NAMES,
  type Implementation,
  type ImplementationName,
  MOCK_ELSEWHERE,
  type World,
} from '../src/implementation.ts';
import { startImplementation } from '../src/implementations/index.ts';
import { readServerPrograms } from '../src/implementations/server-programs.ts';
import type { Inside } from '../src/inside.ts';
import { NotHere } from '../src/not-here.ts';
import { readDescription } from '../src/openapi.ts';
import { createReport } from '../src/report.ts';
import type { Selection } from '../src/selection.ts';
import { isNotStandalone } from '../src/statement.ts';
import { STATEMENTS } from '../src/statements/index.ts';

/** For a statement that takes minutes. */
const MINUTES_TIMEOUT_MS = 1_800_000;

/** Tries each statement of the selection on each of its implementations, and prints the table. */
export function trySuite({ names, remote, sdkAsks, isPart, matches, isFull, showAll }: Selection): void {
  const description = readDescription();
  const check = createAnswerCheck(description);
  const checkRequest = createRequestCheck(description);
  const report = createReport(STATEMENTS);
  const coverages = new Map(IMPLEMENTATION_NAMES.map((name) => [name, createCoverage(description)]));

  // Statements that take minutes come first and those that go alone last, so that the others keep
  // going together.
  const selected = STATEMENTS.filter(matches).sort((one, other) => placeOf(one) - placeOf(other));

  if (!isFull) {
    for (const statement of selected) {
      for (const name of names) if (isLeftOut(statement, name)) report.note(statement, name, 'later');
    }
  }

  afterAll(() => {
    const { from } = readServerPrograms();
    console.info(
      [report.table(showAll ? 'all' : 'failed'), `The server runs from ${from}.\n${report.summary()}`]
        .filter(Boolean)
        .join('\n\n'),
    );
  });

  const alone = [['mock'], ['browser'], ['standalone']] as const;
  /** Two that ask one service go one after the other: what one scripts, the other would meet. */
  const groups = (
    sdkAsks === 'server' ? ([['server', 'sdk'], ...alone] as const) : ([['server'], ['sdk'], ...alone] as const)
  )
    .map((group) =>
      group.filter((name) => names.includes(name) && selected.some((statement) => isTried(statement, name))),
    )
    .filter((group) => group.length > 0);

  for (const group of groups) {
    describe.concurrent(group.join(' and '), () => {
      for (const name of group) describe(name, { concurrent: false }, () => tryStatements(name));
    });
  }

  function tryStatements(name: ImplementationName): void {
    let implementation: Implementation;
    beforeAll(async () => {
      implementation = await startImplementation(name, { remote, sdkAsks });
    });
    afterAll(() => implementation?.stop());

    for (const statement of selected.filter((one) => isTried(one, name))) {
      if ('open' in statement) continue;
      const options = {
        concurrent: !isAlone(statement),
        ...(isSlow(statement, name) && { timeout: MINUTES_TIMEOUT_MS }),
      };
      test(`${statement.section} ${statement.statement}`, options, async (context) => {
        let isRaw = false;
        const world = await (takesMinutes(statement) && implementation.worldWithOwnClock
          ? implementation.worldWithOwnClock()
          : implementation.world());
        const api = createApi(world, (request, answer) => {
          isRaw ||= answer.isRaw === true;
          coverages.get(name)?.note(request, answer);
          expect(check(request, answer), 'the answer is as openapi.yaml describes it').toEqual([]);
          expect(checkRequest(request, answer), 'a body that is accepted is as openapi.yaml describes it').toEqual([]);
        });
        try {
          if (remote && 'ownProject' in statement && statement.ownProject !== undefined)
            throw new NotHere(`Its project is its own: ${statement.ownProject}.`);
          if ('run' in statement) await statement.run(api);
          else await statement.inside(api, insideOf(world));
          report.note(statement, name, isRaw ? 'raw' : 'pass');
        } catch (error) {
          report.note(statement, name, error instanceof NotHere ? 'skip' : 'fail');
          if (error instanceof NotHere) context.skip(error.message);
          throw error;
        }
      });
    }
  }

  describe.skipIf(isPart)('every documented answer was given by', () => {
    test.for(names)('%s', (name) => {
      const coverage = coverages.get(name);
      const isOfAnyRoute = !isFull && isMockAgain(name);
      expect(isOfAnyRoute ? coverage?.missingOnAnyRoute() : coverage?.missing()).toEqual([]);
    });
  });

  function insideOf({ inside }: World): Inside {
    if (!inside) throw new NotHere('Nobody can look inside a service that runs elsewhere.');
    return inside;
  }

  function isTried(statement: (typeof STATEMENTS)[number], name: ImplementationName): boolean {
    if ('open' in statement || ('inside' in statement && !HAS_INSIDE.includes(name))) return false;
    if (name === 'standalone' && isNotStandalone(statement)) return false;
    return isFull || !isLeftOut(statement, name);
  }

  function isLeftOut(statement: (typeof STATEMENTS)[number], name: ImplementationName): boolean {
    const isRepeat = isMockAgain(name) && 'run' in statement && statement.everywhere !== true;
    return isRepeat || isSlow(statement, name);
  }

  function isMockAgain(name: ImplementationName): boolean {
    return MOCK_ELSEWHERE.includes(name) && !(name === 'sdk' && sdkAsks === 'server');
  }

  function isSlow(statement: (typeof STATEMENTS)[number], name: ImplementationName): boolean {
    return takesMinutes(statement) && (name === 'server' || (name === 'sdk' && sdkAsks === 'server'));
  }
}

function placeOf(statement: (typeof STATEMENTS)[number]): number {
  return isAlone(statement) ? 1 : takesMinutes(statement) ? -1 : 0;
}

function takesMinutes(statement: (typeof STATEMENTS)[number]): boolean {
  return 'minutes' in statement && statement.minutes !== undefined;
}

function isAlone(statement: (typeof STATEMENTS)[number]): boolean {
  return 'alone' in statement && statement.alone !== undefined;
}
