import {
  BadControl,
  type JsonObject,
  readChoice,
  readFlag,
  readText,
  readWhole,
  refuseUnknown,
} from '../../read-json.ts';
import type { Simulator } from '../../simulator.ts';
import { type GraphFailure, missingObject } from '../graph/graph-answer.ts';
import { permissionMissing } from '../graph/graph-router.ts';
import { operations } from '../graph/operations.ts';
import { throttleCodes } from '../graph/usage.ts';
import { ordinaryRefresh } from '../login/token-endpoints.ts';
import type { MetaWorld } from '../world.ts';
import { readAnybody } from './person-controls.ts';
import { failureFields, readFailure } from './read-failure.ts';
import { readProcessing, readTimes } from './read-processing.ts';

const MANY = 1_000_000;

/** The error of both networks for spam (Meta, Instagram error codes, checked 2026-10). */
const spamSuspected: GraphFailure = {
  code: 4,
  subcode: 2207051,
  message: 'Application request limit reached',
  title: 'Action is blocked',
  userMessage: 'We restrict certain activity to protect our community. Tell us if you think we made a mistake.',
};

/** Controls of call answers, of one `username` or of everybody. */
export function createCallControls(deps: {
  readonly world: MetaWorld;
  /** Error of a container that fails to process, when the caller sets none. */
  readonly processingError: string;
}): Simulator['controls'] {
  const { world } = deps;
  return {
    /**
     * `{ looks }`, `{ ms }`, `{ outcome: 'error', error }`, for a `kind` and `times`; `{}`:
     * default.
     */
    processing(body) {
      refuseUnknown(body, ['username', 'looks', 'ms', 'outcome', 'error', 'kind', 'times']);
      world.processing.setRule(readProcessing(body, deps.processingError), readAnybody(world, body));
    },
    /** Percent in the usage headers; from 100 on every call answers `code`. */
    usage(body) {
      refuseUnknown(body, ['username', 'percent', 'code', 'regainMinutes']);
      const code = body.code === undefined ? 4 : readWhole(body, 'code', { min: 1, max: MANY });
      if (!throttleCodes.includes(code)) throw new BadControl(`"code" must be one of ${throttleCodes.join(', ')}`);
      const regainMinutes =
        body.regainMinutes === undefined ? 19 : readWhole(body, 'regainMinutes', { min: 0, max: MANY });
      const percent = readWhole(body, 'percent', { min: 0, max: 1000 });
      world.usage.set({ percent, code, regainMinutes: percent < 100 ? 0 : regainMinutes }, readAnybody(world, body));
    },
    /** Makes the next `times` calls of a kind fail; `afterEffect` executes them first. */
    'api-error'(body) {
      refuseUnknown(body, ['username', 'operation', 'times', 'afterEffect', ...failureFields]);
      const failure = readFailure(body);
      world.scriptedErrors.add({
        operation: readChoice(body, 'operation', operations),
        username: readAnybody(world, body) ?? null,
        failure: () => failure,
        afterEffect: body.afterEffect === undefined ? false : readFlag(body, 'afterEffect'),
        times: readTimes(body),
      });
    },
    /** The next publishes put the post live and still answer 4/2207051, "action blocked". */
    'publish-error-after-effect'(body) {
      refuseUnknown(body, ['username', 'times']);
      world.scriptedErrors.add({
        operation: 'publish',
        username: readAnybody(world, body) ?? null,
        failure: () => spamSuspected,
        afterEffect: true,
        times: readTimes(body),
      });
    },
    /** The next reads of a container or a post answer 100/33 although it exists. */
    'read-glitch'(body) {
      refuseUnknown(body, ['username', 'times', 'of']);
      world.scriptedErrors.add({
        operation: body.of === undefined ? 'read_container' : readChoice(body, 'of', ['read_container', 'read_media']),
        username: readAnybody(world, body) ?? null,
        failure: (node) => missingObject('get', node),
        afterEffect: false,
        times: readTimes(body),
      });
    },
    /** The crawler misses the next files whose address matches `address`; default: all. */
    'fetch-failure'(body) {
      refuseUnknown(body, ['username', 'times', 'address']);
      world.crawlerFailures.add({
        username: readAnybody(world, body) ?? null,
        address: readPattern(body),
        times: readTimes(body),
      });
    },
    /** Milliseconds that the crawler waits for the first byte of a file; 5,000 by default. */
    'crawler-patience'(body) {
      refuseUnknown(body, ['username', 'ms']);
      world.crawlerPatienceMs.set(readWhole(body, 'ms', { min: 1, max: 10_000 }), readAnybody(world, body));
    },
    /** Sets a token refresh: `answer` new_token or same_token, refusals below 24 hours. */
    refresh(body) {
      refuseUnknown(body, ['username', 'answer', 'refuseTooYoung', ...failureFields]);
      const refuses = body.refuseTooYoung === undefined || readFlag(body, 'refuseTooYoung');
      const tooYoung = body.code === undefined ? ordinaryRefresh.tooYoung : readFailure(body);
      world.refreshRule.set(
        {
          answer: body.answer === undefined ? 'new_token' : readChoice(body, 'answer', ['new_token', 'same_token']),
          tooYoung: refuses ? tooYoung : null,
        },
        readAnybody(world, body),
      );
    },
    /** The error without permission: `code` 10, 200 or 3, `status` 400 or 403. */
    'permission-error'(body) {
      refuseUnknown(body, ['username', 'code', 'status']);
      const code = body.code === undefined ? 10 : readWhole(body, 'code', { min: 1, max: 299 });
      const message = permissionWords[code];
      if (message === undefined)
        throw new BadControl(`"code" must be one of ${Object.keys(permissionWords).join(', ')}`);
      const status = body.status === undefined ? 400 : readWhole(body, 'status', { min: 400, max: 403 });
      world.permissionError.set({ code, message, status }, readAnybody(world, body));
    },
    'omit-permalink'(body) {
      refuseUnknown(body, ['username', 'on']);
      world.permalinkHidden.set(readFlag(body, 'on'), readAnybody(world, body));
    },
    'empty-insights'(body) {
      refuseUnknown(body, ['username', 'on']);
      world.insightsEmpty.set(readFlag(body, 'on'), readAnybody(world, body));
    },
    /** Sent parameters that the network does not know. */
    'ignored-parameters'(body) {
      refuseUnknown(body, ['username']);
      return { parameters: world.ignoredParameters.list(readAnybody(world, body) ?? null) };
    },
  };
}

/** Meta, Graph API error handling, checked 2026-10. */
const permissionWords: Readonly<Record<number, string>> = {
  3: '(#3) Application does not have the capability to make this API call.',
  10: permissionMissing.message,
  200: '(#200) Permissions error',
};

function readPattern(body: JsonObject): RegExp {
  if (body.address === undefined) return /(?:)/;
  try {
    return new RegExp(readText(body, 'address'));
  } catch (error) {
    throw new BadControl(`"address" must be a regular expression: ${error instanceof Error ? error.message : error}`);
  }
}
