/** The message of a call that is refused. */
export const refusal = (call: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(call).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
