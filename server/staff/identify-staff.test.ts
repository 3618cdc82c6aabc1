import { describe, expect, it } from 'vitest';

import { identifyStaff, identityOf } from './identify-staff.ts';

const mo = { uid: 1001, username: 'Mo' };
const root = { uid: 0, username: 'root' };
const login = { account: mo, sudoUser: undefined, deskUser: null };

describe('whoever gives a command of the desk', () => {
  it('is the account of the machine, in one form', () => {
    expect(identifyStaff(login)).toEqual({ who: 'mo', account: 'Mo' });
  });

  it('is nobody else by a variable, which anybody but root can make up', () => {
    expect(identifyStaff({ ...login, sudoUser: 'jo' }).who).toBe('mo');
    expect(() => identifyStaff({ ...login, deskUser: 'jo' })).toThrow('names jo, but you are mo');
    expect(identifyStaff({ ...login, deskUser: ' MO ' }).who).toBe('mo');
  });

  it('is for root the account that called sudo, also where a variable names another', () => {
    expect(identifyStaff({ account: root, sudoUser: 'jo', deskUser: null })).toEqual({ who: 'jo', account: 'root' });
    expect(() => identifyStaff({ account: root, sudoUser: 'jo', deskUser: 'mo' })).toThrow('names mo, but you are jo');
  });

  it('is for root alone, as in a container, whoever the variable names', () => {
    expect(identifyStaff({ account: root, sudoUser: undefined, deskUser: 'Jo' }).who).toBe('jo');
  });

  it.each([null, '', '  ', 'root', 'ROOT', 'two words', 'a'.repeat(80)])('is refused as root named %j', (deskUser) => {
    for (const sudoUser of [undefined, '', 'root'])
      expect(() => identifyStaff({ account: root, sudoUser, deskUser })).toThrow('has to know who acts');
  });

  it('is the same in whatever letters', () => {
    expect(['Mo', ' mo ', 'ＭＯ', 'MO'].map(identityOf)).toEqual(['mo', 'mo', 'mo', 'mo']);
    expect(['', 'm o', 'm\u200Bo', '-mo', 'mo\n'].map(identityOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'mo',
    ]);
  });
});
