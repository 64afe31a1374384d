import { expect, test } from 'vitest';
import { addPhp } from '../add-php.ts';
import { type Answer, exchange, INVALID_CODE, WRONG_CODE } from '../exchange-code.ts';
import { describeWordpress } from '../real-wordpress.ts';

await describeWordpress('attempts to exchange a code', {}, (wordpress) => {
  /** Requests come from this address, as a reverse proxy would report it. */
  const from = (address: string) =>
    addPhp(wordpress, `add_filter( 'hub_connect_client_address', fn() => '${address}' );`);
  const guess = () => exchange(wordpress, { code: WRONG_CODE, name: 'Guess' });
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
  const endWindows = () =>
    wordpress.run(
      'global $wpdb; $wpdb->query( "UPDATE wp_hub_connect_attempts SET window_ends_at = UTC_TIMESTAMP()" );',
    );

  test('of 40 parallel guesses from one address 30 are judged; then the right code has to wait, too', async () => {
    const restore = from('192.0.2.1');
    const answers = await Promise.all(Array.from({ length: 40 }, guess));
    expect(statuses(answers)).toEqual([...Array(30).fill(400), ...Array(10).fill(429)]);
    const code = await wordpress.makeConnectCode('author');
    const { status, body, headers } = await exchange(wordpress, { code, name: 'Fanfare' });
    expect({ status, body }).toEqual({
      status: 429,
      body: { code: 'too_many_attempts', message: 'Too many attempts. Try again later.' },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600);
    await endWindows();
    expect((await exchange(wordpress, { code, name: 'Fanfare' })).status).toBe(200);
    restore();
  });

  test('an address has its own limit, and IPv6 addresses of one /64 share one', async () => {
    const answersFrom = async (address: string, count: number) => {
      const restore = from(address);
      const answers = await Promise.all(Array.from({ length: count }, guess));
      restore();
      return statuses(answers);
    };
    expect(await answersFrom('2001:db8::1', 30)).toEqual(Array(30).fill(400));
    expect(await answersFrom('2001:db8::2', 1)).toEqual([429]);
    expect(await answersFrom('2001:db8:0:1::1', 1)).toEqual([400]);
    expect(await answersFrom('192.0.2.2', 1)).toEqual([400]);
  });

  test('exchanges that succeed do not count', async () => {
    const restore = from('192.0.2.3');
    const counted = () =>
      wordpress.run('global $wpdb; echo $wpdb->get_var( "SELECT SUM(attempts) FROM wp_hub_connect_attempts" );');
    await wordpress.run('global $wpdb; $wpdb->query( "DELETE FROM wp_hub_connect_attempts" );');
    for (let time = 0; time < 3; time++) {
      expect(
        (await exchange(wordpress, { code: await wordpress.makeConnectCode('author'), name: 'Fanfare' })).status,
      ).toBe(200);
    }
    expect(await counted()).toBe('0');
    expect((await guess()).body).toEqual(INVALID_CODE);
    expect(await counted()).toBe('1');
    restore();
  });

  test('an attempt that the database does not count is not judged', async () => {
    const restore = addPhp(
      wordpress,
      `add_filter( 'query', fn( $sql ) => str_starts_with( $sql, 'INSERT INTO wp_hub_connect_attempts' ) ? 'INSERT INTO nothing' : $sql );`,
    );
    const code = await wordpress.makeConnectCode('author');
    const { status, headers } = await exchange(wordpress, { code, name: 'Fanfare' });
    expect({ status, after: headers.get('retry-after') }).toEqual({ status: 429, after: '1' });
    restore();
    expect((await exchange(wordpress, { code, name: 'Fanfare' })).status).toBe(200);
  });

  test('addresses are stored as hashes only, and rows that have ended are deleted', async () => {
    const rows = () =>
      wordpress.run(
        'global $wpdb; echo json_encode( $wpdb->get_col( "SELECT client FROM wp_hub_connect_attempts" ) );',
      );
    expect((JSON.parse(await rows()) as string[]).length).toBeGreaterThan(0);
    await endWindows();
    await guess();
    expect(JSON.parse(await rows())).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });
});
