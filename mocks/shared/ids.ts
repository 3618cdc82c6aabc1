import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/**
 * Creates an identifier such as `tr_…`: 22 random letters and digits carry more than 128 bits, so it cannot be guessed.
 */
export function randomId(prefix: string): string {
  return `${prefix}_${Array.from({ length: 22 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}
