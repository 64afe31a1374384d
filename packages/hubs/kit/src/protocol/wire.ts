import type { Answer, Http } from '@fanfare/network';

/** An answer of Hub Connect, and what it answers. */
export type Heard = { readonly to: string; readonly answer: Answer };

/** The calls of Hub Connect, without redirects. All answers are kept for later checks. */
export type Wire = {
  readonly heard: readonly Heard[];
  readDocument(): Promise<Answer>;
  /** One POST to the exchange. `to` names it in the report. */
  exchange(address: string, to: string, body: unknown): Promise<Answer>;
};

/** The name of the service, which the hub shows beside the keys that it makes for the kit. */
export const SERVICE_NAME = 'Hub Connect kit';

export function createWire({
  url,
  http,
  signal,
}: {
  readonly url: string;
  readonly http: Http;
  readonly signal: AbortSignal;
}): Wire {
  const heard: Heard[] = [];
  const keep = (to: string, answer: Answer): Answer => {
    heard.push({ to, answer });
    return answer;
  };
  const headers = { accept: 'application/json' };
  return {
    heard,
    async readDocument() {
      const answer = await http({
        method: 'GET',
        url: `${url}/.well-known/hub-connect`,
        headers,
        effect: 'read',
        signal,
      });
      return keep('the discovery document', answer);
    },
    async exchange(address, to, body) {
      const json = { json: body };
      return keep(to, await http({ method: 'POST', url: address, headers, body: json, effect: 'hidden', signal }));
    },
  };
}
