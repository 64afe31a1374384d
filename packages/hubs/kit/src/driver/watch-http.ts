import { type Answer, type Http, NetworkError } from '@fanfare/network';

/** The same calls; every answer is also given to `onAnswer`. */
export const watchHttp =
  (http: Http, onAnswer: (answer: Answer) => void): Http =>
  async (call) => {
    const answer = await http(call);
    onAnswer(answer);
    return answer;
  };

/** Performs the public call of a post and loses its answer. A refusal is kept. */
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
