import { makeConnectCode } from '../wordpress/make-connect-code.ts';

/** Prints a new connect code: `print-code.ts <address of a WordPress> <user> <password>`. */
const [url = '', username = '', password = ''] = process.argv.slice(2);
console.log(await makeConnectCode(url, { username, password }));
