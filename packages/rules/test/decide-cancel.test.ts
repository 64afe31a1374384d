import { POST_STATUSES } from '@fanfare/contract';
import { expect, it } from 'vitest';
import { decideCancel } from '../src/decide-cancel.ts';

it.each(POST_STATUSES)('a post that is %s', (status) => {
  const decision = decideCancel({ status });
  if (status === 'scheduled') expect(decision).toEqual({ ok: true, isDone: false });
  else if (status === 'cancelled') expect(decision).toEqual({ ok: true, isDone: true });
  else
    expect(decision).toEqual({
      ok: false,
      refusal: {
        code: 'not_cancellable',
        message: 'The post is no longer waiting: it was published at once, is being published, or has settled.',
      },
    });
});
