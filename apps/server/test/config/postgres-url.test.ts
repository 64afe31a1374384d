import pg from 'pg';
import { expect, test } from 'vitest';
import { hostUrls, NO_POSTGRES_URL, readPostgresUrl, sessionAttrsOf } from '../../src/config/postgres-url.ts';

/** Returns what the driver makes of an address that was read. */
function driverReads(text: string) {
  const read = readPostgresUrl(text);
  if ('problem' in read) return read.problem;
  const { host, port, user, password, database } = new pg.Client({ connectionString: read.url });
  return { host, port, user, password, database };
}

test('the forms of PostgreSQL and of managed platforms are read as they are meant', () => {
  const parts = { host: 'db.example', port: 5432, user: 'ada', password: 'secret', database: 'fanfare' };
  expect(driverReads('postgres://ada:secret@db.example:5432/fanfare')).toEqual(parts);
  expect(driverReads('postgresql://ada:secret@db.example/fanfare?application_name=a@b')).toEqual(parts);
  expect(driverReads('postgresql://ada:secret@/fanfare?host=/cloudsql/project:region:instance')).toEqual({
    ...parts,
    host: '/cloudsql/project:region:instance',
  });
  expect(driverReads('postgres://ada:secret@%2Fvar%2Frun%2Fpostgresql/fanfare')).toEqual({
    ...parts,
    host: '/var/run/postgresql',
  });
  expect(driverReads('postgres:///fanfare?host=/var/run/postgresql&user=ada&password=secret')).toEqual({
    ...parts,
    host: '/var/run/postgresql',
  });
  expect(driverReads('postgres://ada:secret@[::1]:5433/fanfare')).toEqual({ ...parts, host: '::1', port: 5433 });
});

test.each(['a#b', '#b', '1#b', 'a/b', '1/b', 'a?b', 'a@b', 'a%b', '100%', 'a b', 'ä/#%41?', 'a:b', 'a\'\\"<>^`{|}'])(
  'the password %s stands in the address as it is',
  (password) => {
    // What looks like an encoded sign is one.
    const meant = password.replace('%41', 'A');
    for (const rest of ['db.example:5432/fanfare', 'db.example:5432/fanfare?sslmode=disable'])
      expect(driverReads(`postgres://ada:${password}@${rest}`)).toEqual({
        ...{ host: 'db.example', port: 5432, user: 'ada', password: meant, database: 'fanfare' },
      });
    expect(driverReads(`postgres://ada:${encodeURIComponent(password)}@db.example/fanfare`)).toMatchObject({
      password,
    });
  },
);

test('an address of something else, and an sslmode that does not exist, are named', () => {
  for (const text of ['mysql://ada@db.example/x', 'fanfare', 'postgres://ada:secret@db.example:port/x'])
    expect(readPostgresUrl(text)).toEqual({ problem: NO_POSTGRES_URL });
  expect(readPostgresUrl('postgres://ada:secret@db.example/x?sslmode=requird')).toEqual({
    problem: 'sslmode=requird does not exist. Use one of disable, no-verify, prefer, require, verify-ca, verify-full.',
  });
});

test('each sslmode is given to the driver as what it does with it, so that it prints no warning', () => {
  const modeOf = (parameters: string) => {
    const read = readPostgresUrl(`postgres://ada@db.example/x?a=b&${parameters}&c=d`);
    return 'url' in read ? new URL(read.url).search : read.problem;
  };
  for (const mode of ['require', 'prefer', 'verify-ca', 'verify-full'])
    expect(modeOf(`sslmode=${mode}`)).toBe('?a=b&sslmode=verify-full&c=d');
  for (const mode of ['disable', 'no-verify']) expect(modeOf(`sslmode=${mode}`)).toBe(`?a=b&sslmode=${mode}&c=d`);
  expect(modeOf('uselibpqcompat=true&sslmode=require')).toBe('?a=b&uselibpqcompat=true&sslmode=require&c=d');
});

test('several hosts are each read with the same credentials, as libpq reads them', () => {
  const read = readPostgresUrl(
    'postgresql://ada:s,e/c@one:5433,[::1],three/fanfare?sslmode=require&target_session_attrs=any',
  );
  const url = 'url' in read ? read.url : read.problem;
  const parts = { user: 'ada', password: 's,e/c', database: 'fanfare' };
  const clients = hostUrls(url).map((connectionString) => {
    const { host, port, user, password, database, ssl } = new pg.Client({ connectionString });
    return { host, port, user, password, database, ssl };
  });
  expect(clients).toEqual([
    { ...parts, host: 'one', port: 5433, ssl: {} },
    { ...parts, host: '::1', port: 5432, ssl: {} },
    { ...parts, host: 'three', port: 5432, ssl: {} },
  ]);
});

test('of several hosts the primary is used unless the address says otherwise; one host is used as it is', () => {
  expect(sessionAttrsOf('postgres://ada@one,two/x')).toBe('primary');
  expect(sessionAttrsOf('postgres://ada@one/x')).toBe('any');
  for (const attrs of ['any', 'primary', 'read-write'])
    for (const hosts of ['one', 'one,two'])
      expect(sessionAttrsOf(`postgres://ada@${hosts}/x?target_session_attrs=${attrs}`)).toBe(attrs);
});

test('hosts that cannot be read, and sessions that servers cannot use, are named without the password', () => {
  for (const hosts of ['one,,two', 'one:5432,two:port', ',one', 'one,'])
    expect(readPostgresUrl(`postgres://ada:secret@${hosts}/x`)).toEqual({ problem: NO_POSTGRES_URL });
  for (const text of ['one,two/x?host=three', 'one,two/x?port=5433', '/x?host=/one,/two'])
    expect(readPostgresUrl(`postgres://ada:secret@${text}`)).toEqual({
      problem:
        'Several hosts must stand before the name of the database, and not in the parameters host and port: postgres://user:password@one:5432,two:5432/fanfare',
    });
  expect(readPostgresUrl('postgres://ada:secret@one,two/x?target_session_attrs=standby')).toEqual({
    problem: 'target_session_attrs=standby cannot be used: servers write. Use primary, read-write, any.',
  });
});
