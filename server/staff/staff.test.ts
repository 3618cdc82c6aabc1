import { describe, expect, it } from 'vitest';

import { identifyStaff, parseIdentity } from './staff.ts';

const mo = { username: 'Mo' };
const login = { account: mo, isShared: false, sudoUser: undefined, staffUser: null };
const shared = [
  { account: { username: 'root' }, isShared: true },
  { account: { username: 'node' }, isShared: true },
];

describe('the person behind a staff command', () => {
  it('is the account on the machine, in normalized form', () => {
    expect(identifyStaff(login)).toEqual({ who: 'mo', account: 'Mo' });
  });

  it('is not taken from an environment variable at an account of their own', () => {
    expect(identifyStaff({ ...login, sudoUser: 'jo' }).who).toBe('mo');
    expect(() => identifyStaff({ ...login, staffUser: 'jo' })).toThrow('names jo, but you are mo');
    expect(identifyStaff({ ...login, staffUser: ' MO ' }).who).toBe('mo');
  });

  describe.each(shared)('at the shared account $account.username', (own) => {
    it('is the caller of sudo, and a variable that names somebody else is refused', () => {
      const caller = { ...own, sudoUser: 'jo' };
      expect(identifyStaff({ ...caller, staffUser: null })).toEqual({ who: 'jo', account: own.account.username });
      expect(() => identifyStaff({ ...caller, staffUser: 'mo' })).toThrow('names mo, but you are jo');
    });

    it('is named by the variable without sudo, as in a container', () => {
      expect(identifyStaff({ ...own, sudoUser: undefined, staffUser: 'Jo' }).who).toBe('jo');
    });

    it.each([null, '', '  ', 'root', 'ROOT', 'two words', 'a'.repeat(80)])(
      'is refused with the name %j',
      (staffUser) => {
        for (const sudoUser of [undefined, '', 'root'])
          expect(() => identifyStaff({ ...own, sudoUser, staffUser })).toThrow('has to know who acts');
      },
    );
  });

  it('is the same in any case, width and outer spaces, and undefined for invalid names', () => {
    expect(['Mo', ' mo ', 'ＭＯ', 'MO'].map(parseIdentity)).toEqual(['mo', 'mo', 'mo', 'mo']);
    expect(['', 'm o', 'm\u200Bo', '-mo', 'mo\n'].map(parseIdentity)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'mo',
    ]);
  });
});
