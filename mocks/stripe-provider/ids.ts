import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A random identifier such as `pi_…`; 24 letters and digits carry more than 128 bits, so an id cannot be guessed. */
export function randomId(
  prefix: 'cs_test' | 'pi' | 'ch' | 're' | 'du' | 'cus' | 'pm' | 'seti' | 'mandate' | 'evt',
): string {
  let id = `${prefix}_`;
  for (let index = 0; index < 24; index += 1) id += alphabet[randomInt(alphabet.length)];
  return id;
}
