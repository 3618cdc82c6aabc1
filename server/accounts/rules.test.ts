import { describe, expect, it } from 'vitest';

import { cleanEmail, isEmail } from '../../contract/accounts/email.ts';
import { cleanName, nameKey } from '../../contract/accounts/username.ts';
import { afterAttempt, loginLimit, computeWaitMs } from './attempt-rules.ts';
import { emailKey, deriveMailbox } from '../mail/address.ts';
import { nameError } from './name-rules.ts';

const email = 'anna@example.org';

describe('usernames (INP-12)', () => {
  it('may have letters of the eleven languages, digits and single separators', () => {
    for (const name of [
      'Anna',
      'Łukasz 88',
      'Søren-Åge',
      "O'Neil",
      'Jean_Luc',
      'Çağrı',
      'Ștefan',
      'Badminton fan',
      'Jan Bot',
    ])
      expect(nameError(name, email), name).toBeUndefined();
  });

  it('may not be the email address, in any case', () => {
    expect(nameError('Anna@Example.org ', email)).toBe('name.same-as-email');
  });

  it('may not start with @', () => {
    expect(nameError('@anna', email)).toBe('name.starts-with-at');
    expect(nameError('＠anna', email)).toBe('name.starts-with-at');
  });

  it('refuse invisible, direction-changing, combining and foreign look-alike letters', () => {
    const tricks = [
      'An\u200bna',
      'An\u202ena',
      'An\u2066na',
      'Z\u0336al',
      'Annа',
      'Αnna',
      'Anɑa',
      'Aꓠna',
      'An\u00adna',
    ];
    for (const name of tricks) expect(nameError(name, email), JSON.stringify(name)).toBe('name.not-allowed');
  });

  it('count as missing when nothing in them is visible', () => {
    for (const name of ['', ' ', '\u200b', '\u2800', '\u3164', '\u0301\ufe0f'])
      expect(nameError(name, email), JSON.stringify(name)).toBe('field.missing');
  });

  it('refuse markup, line breaks, double spaces, addresses and names without a letter', () => {
    const names = [
      '<b>An</b>',
      'An\nna',
      'An  na',
      'an@na',
      'www.anna.nl',
      '{{7*7}}',
      '${x}',
      '12345',
      'A',
      'x'.repeat(31),
    ];
    for (const name of names) expect(nameError(name, email), name).toBe('name.not-allowed');
  });

  it('refuse names that could be mistaken for staff', () => {
    const names = [
      'Admin',
      'adm1n',
      '4dmin',
      'admin1',
      '007Support',
      'Tealight',
      'Teal1ght',
      'tea-light team',
      'ＡＤＭＩＮ',
    ];
    names.push(
      'Support Anna',
      'Ádmin',
      'Klanten Service',
      'Moderat0r',
      'sysadmin99',
      'Kundtjänst',
      'no-reply',
      'adrnin',
    );
    for (const name of names) expect(nameError(name, email), name).toBe('name.not-allowed');
  });

  it('are the same name in any case and width', () => {
    expect(nameKey('ＡＮＮＡ')).toBe(nameKey('anna'));
    expect(cleanName('  O’Neil ')).toBe("O'Neil");
  });
});

describe('email addresses', () => {
  it('are accepted as people write them', () => {
    for (const one of ['a@b.nl', 'anna.o+x@mail.example.co.uk', "o'neil@example.org", 'anna@müller.de', ' a@b.nl '])
      expect(isEmail(one), one).toBe(true);
  });

  it('lose the invisible characters that copying brings along', () => {
    for (const unseen of ['\u200b', '\u00ad', '\ufeff', '\u2060', '\u200e', '\u202a'])
      for (const one of [`vera@example.org${unseen}`, `${unseen} vera@example.org`, `vera@exam${unseen}ple.org`]) {
        expect(isEmail(one)).toBe(true);
        expect([cleanEmail(one), emailKey(one)]).toEqual(['vera@example.org', 'vera@example.org']);
      }
  });

  it('are refused if no mail could arrive or a header could break', () => {
    const bad = [
      '',
      'anna',
      'anna@',
      '@b.nl',
      'a@b',
      'a@@b.nl',
      'a b@c.nl',
      'a@b..nl',
      '.a@b.nl',
      'a@b.nl\nBcc: c@d.nl',
    ];
    bad.push('a@b.nl,c@d.nl', 'a@-b.nl', `${'a'.repeat(65)}@b.nl`, 'a@[127.0.0.1]', 'a@127.0.0.1', '"a"@b.nl');
    for (const one of bad) expect(isEmail(one), JSON.stringify(one)).toBe(false);
  });

  it('are the same address in any case and in any notation of the domain', () => {
    expect(emailKey(' Anna@MÜLLER.de ')).toBe(emailKey('anna@xn--mller-kva.de'));
  });
});

describe('attempts', () => {
  const start = new Date('2026-01-01T12:00:00Z');
  const at = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
  const none = { happened_at: [], blocked_until: null };

  it('are blocked for 15 minutes after five within 15 minutes, and count down', () => {
    let state: Parameters<typeof computeWaitMs>[0] = none;
    for (const minute of [0, 10, 11, 12, 14]) state = afterAttempt(state, loginLimit, at(minute)).state;
    expect(computeWaitMs(state, loginLimit, at(14))).toBe(15 * 60_000);
    expect(computeWaitMs(state, loginLimit, at(28))).toBe(60_000);
    expect(computeWaitMs(state, loginLimit, at(29))).toBe(0);
  });

  it('count within any 15 minutes, not within fixed quarters of an hour', () => {
    let state: Parameters<typeof computeWaitMs>[0] = none;
    for (const minute of [0, 13, 14, 15.5]) state = afterAttempt(state, loginLimit, at(minute)).state;
    // The first attempt no longer counts: these are four.
    state = afterAttempt(state, loginLimit, at(16)).state;
    expect(computeWaitMs(state, loginLimit, at(16))).toBe(0);
    state = afterAttempt(state, loginLimit, at(17)).state;
    expect(computeWaitMs(state, loginLimit, at(17))).toBe(15 * 60_000);
  });
});

it.each([
  ['Ada.Lovelace+dating@gmail.com', 'adalovelace@gmail.com'],
  ['adalovelace@googlemail.com', 'adalovelace@gmail.com'],
  ['ada+2@example.org', 'ada@example.org'],
  ['a.da@example.org', 'a.da@example.org'],
  ['+@example.org', '+@example.org'],
  ['anna+b@BÜCHER.example', 'anna@xn--bcher-kva.example'],
])('the mailbox of %s is recognized', (email, mailbox) => {
  expect(deriveMailbox(email)).toBe(mailbox);
});
