import { createRequire } from 'node:module';

import type * as Argon2 from '@node-rs/argon2';

// Not imported: in tests where this file replaces the package, the import would return this file.
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;

// 0.3 ms instead of 17, because tests create thousands of members and try thousands of passwords.
const light = { memoryCost: 64, timeCost: 1 } as const;

let asStrong = false;

/** Makes hashing as strong as the application requires, or light again. */
export function hashAsStrong(wanted: boolean): void {
  asStrong = wanted;
}

export const hash: typeof Argon2.hash = (password, options, signal) =>
  argon2.hash(password, asStrong ? options : { ...options, ...light }, signal);

export const { verify } = argon2;
