import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A random identifier such as `tr_…`: 22 letters and digits carry more than 128 bits, so an id cannot be guessed. */
export function randomId(prefix: 'tr' | 're' | 'chb' | 'cst' | 'mdt'): string {
  let id = `${prefix}_`;
  for (let index = 0; index < 22; index += 1) id += alphabet[randomInt(alphabet.length)];
  return id;
}
