import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Reads the address of a receiver. */
export function readReceiver(text: string): string {
  const url = URL.parse(text);
  const isHttp = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isHttp)
    throw new InvalidArgumentError('It takes an http or https address, such as http://localhost:3000/hooks.');
  return url.href;
}
