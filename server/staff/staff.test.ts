import { describe, expect, it } from 'vitest';

import { identifyStaff, parseIdentity } from './staff.ts';

const mo = { uid: 1001, username: 'Mo' };
const root = { uid: 0, username: 'root' };
const login = { account: mo, sudoUser: undefined, staffUser: null };

describe('the person behind a staff command', () => {
  it('is the account on the machine, in normalized form', () => {
    expect(identifyStaff(login)).toEqual({ who: 'mo', account: 'Mo' });
  });

  it('is not taken from an environment variable unless root set it', () => {
    expect(identifyStaff({ ...login, sudoUser: 'jo' }).who).toBe('mo');
    expect(() => identifyStaff({ ...login, staffUser: 'jo' })).toThrow('names jo, but you are mo');
    expect(identifyStaff({ ...login, staffUser: ' MO ' }).who).toBe('mo');
  });

  it('is the caller of sudo for root, and a variable that names somebody else is refused', () => {
    expect(identifyStaff({ account: root, sudoUser: 'jo', staffUser: null })).toEqual({ who: 'jo', account: 'root' });
    expect(() => identifyStaff({ account: root, sudoUser: 'jo', staffUser: 'mo' })).toThrow('names mo, but you are jo');
  });

  it('is named by the variable for root without sudo, as in a container', () => {
    expect(identifyStaff({ account: root, sudoUser: undefined, staffUser: 'Jo' }).who).toBe('jo');
  });

  it.each([null, '', '  ', 'root', 'ROOT', 'two words', 'a'.repeat(80)])(
    'is refused for root with the name %j',
    (staffUser) => {
      for (const sudoUser of [undefined, '', 'root'])
        expect(() => identifyStaff({ account: root, sudoUser, staffUser })).toThrow('has to know who acts');
    },
  );

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
