import { expect, test } from 'vitest';
import { connect } from '../src/connect.ts';

const success = { status: 'success', accountId: 'acc_1', platform: 'x', username: 'ada & co' };
const query = 'status=success&accountId=acc_1&platform=x&username=ada+%26+co';

test.each([
  ['an absolute address', `https://app.example/connected?from=settings&${query}`, success],
  ['a URL', new URL(`https://app.example/connected?${query}`), success],
  ['a path, as servers see it', `/connected?${query}`, success],
  ['a denial', '/connected?status=error&reason=access_denied', { status: 'error', reason: 'access_denied' }],
  ['a reason of a newer server', '/connected?status=error&reason=brand_new', { status: 'error', reason: 'brand_new' }],
  ['an address without an outcome', '/connected', null],
  ['a status of somebody else', '/connected?status=paid', null],
  ['success without its account', '/connected?status=success&platform=x&username=ada', null],
  ['an error without its reason', '/connected?status=error', null],
])('%s', (_, address, outcome) => {
  expect(connect.parseRedirect(address)).toEqual(outcome);
});
