import { type JsonObject, readWhole } from './read-json.ts';

/** Actions on a person's tokens after a number of calls, such as within a carousel. */
export type CallCountdown = {
  /** Runs `then` at once for 0 calls, else after the check of the last, performed call. */
  start(who: string, calls: number, then: () => void): void;
  /** A call of this person passed the check. */
  passed(who: string): void;
  clear(): void;
};

export function createCallCountdown(): CallCountdown {
  let waiting: { readonly who: string; readonly then: () => void; left: number }[] = [];
  return {
    start(who, calls, then) {
      if (calls === 0) then();
      else waiting.push({ who, left: calls, then });
    },
    passed(who) {
      for (const each of waiting) if (each.who === who) each.left -= 1;
      const due = waiting.filter(({ left }) => left === 0);
      waiting = waiting.filter(({ left }) => left > 0);
      for (const { then } of due) then();
    },
    clear() {
      waiting = [];
    },
  };
}

/** `afterCalls` of a control: how many more calls work; null when absent. */
export function readAfterCalls(body: JsonObject): number {
  return body.afterCalls === undefined ? 0 : readWhole(body, 'afterCalls', { min: 0, max: 1_000_000 });
}
