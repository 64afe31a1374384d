import type { DevService } from './find-service.ts';
import { postJson } from './post-json.ts';

/** Controls that only a simulated network has. */
export type SimulatedNetworks = {
  /** X refuses the next post: too many calls, come back later. */
  refuseNextOnX(): Promise<void>;
  /** LinkedIn publishes the next post, and its answer never arrives. */
  loseNextAnswerOfLinkedIn(): Promise<void>;
  /** X publishes the next post, and takes so long to say so. */
  slowNextOnX(ms: number): Promise<void>;
};

/** The simulated networks behind a service. Throws an Error with a sentence for real ones. */
export async function simulatedNetworks({ baseUrl, sandboxUrl }: DevService): Promise<SimulatedNetworks> {
  if (sandboxUrl !== null) return ofSandbox(sandboxUrl);
  const control = new URL('/__mock', baseUrl).href;
  const answer = await fetch(control).catch(() => null);
  if (answer?.ok) return ofMock(control);
  throw new Error(
    `The networks behind ${baseUrl} cannot fail on request. This example needs simulated ones: use "pnpm dev", the mock, or name them by SANDBOX_URL.`,
  );
}

function ofSandbox(sandboxUrl: string): SimulatedNetworks {
  const fault = (body: object) => postJson(`${sandboxUrl}/__sandbox/faults`, body);
  const tweet = { network: 'x', method: 'POST', path: '^/2/tweets$' };
  return {
    refuseNextOnX: () =>
      fault({
        ...tweet,
        action: 'status',
        status: 429,
        // Further away than a publish waits for.
        headers: { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 900) },
        body: { title: 'Too Many Requests', detail: 'Too Many Requests', type: 'about:blank', status: 429 },
      }),
    loseNextAnswerOfLinkedIn: () =>
      fault({ network: 'linkedin', method: 'POST', path: '^/rest/posts$', action: 'drop_after' }),
    slowNextOnX: (delayMs) => fault({ ...tweet, action: 'delay_after', delayMs }),
  };
}

function ofMock(control: string): SimulatedNetworks {
  const script = (body: object) => postJson(`${control}/networks`, body);
  return {
    refuseNextOnX: () => script({ platform: 'x', fail: 'publish', code: 'rate_limited' }),
    loseNextAnswerOfLinkedIn: () => script({ platform: 'linkedin', fail: 'publish', code: 'outcome_unknown' }),
    slowNextOnX: (slowMs) => script({ platform: 'x', slowMs }),
  };
}
