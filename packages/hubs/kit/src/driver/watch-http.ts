import { type Answer, type Http, NetworkError } from '@fanfare/network';

/** The same calls; every answer is also given to `onAnswer`. */
export const watchHttp =
  (http: Http, onAnswer: (answer: Answer) => void): Http =>
  async (call) => {
    const answer = await http(call);
    onAnswer(answer);
    return answer;
  };

/** Performs the public call of a post and loses its answer, as a cut connection does. A refusal is kept: there is nothing to find. */
export const loseAnswer =
  (http: Http): Http =>
  async (call) => {
    const answer = await http(call);
    if (call.effect !== 'public' || answer.status >= 400) return answer;
    throw new NetworkError({
      code: 'network_unavailable',
      outcome: 'unknown',
      message: 'The kit lost the answer on purpose.',
    });
  };
