import { verify } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';

// Spies on the real function: on a busy machine, its arguments are a better check than timing.
vi.mock('@node-rs/argon2', { spy: true });

it('a password is checked with the same work for an unknown account as for a known one (ABU-03)', async () => {
  // Another test file of this worker may have loaded the module without the spy.
  vi.resetModules();
  const { hashPassword, verifyPassword } = await import('./passwords.ts');
  const sameWork = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
  for (const stored of [await hashPassword('a quiet evening by the sea'), undefined]) {
    for (const [typed, normal] of [
      ['some guess', 'some guess'],
      ['some cafe\u0301', 'some caf\u00e9'],
    ] as const) {
      vi.mocked(verify).mockClear();
      expect(await verifyPassword(stored, typed)).toBe(false);
      expect(vi.mocked(verify).mock.calls).toEqual([[expect.stringMatching(sameWork), normal]]);
    }
  }
});
