import { randomInt } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { commonWords } from './common-passwords.data.ts';
import { passwordError, leakedPasswords } from './password-rules.ts';

const own = { name: 'Roosmarijn', email: 'roos.bakker@example.org' };
const error = (password: string) => passwordError(password, own);

describe('passwords', () => {
  it('have 8 to 128 characters, counted as code points (AUT-01)', () => {
    expect(error('gT7#kd0')).toBe('password.too-short');
    expect(error('gT7#kd0p')).toBeUndefined();
    expect(error('😀😁😂🤣😃😄😅')).toBe('password.too-short');
    expect(error('😀😁😂🤣😃😄😅😆')).toBeUndefined();
    const long = 'kz vqmw xrtpl hd '.repeat(8);
    expect(error(long.slice(0, 64))).toBeUndefined();
    expect(error([...long].slice(0, 128).join(''))).toBeUndefined();
    expect(error(`${long}ab`.slice(0, 129))).toBe('password.too-long');
  });

  it('need no particular kind of character (AUT-02)', () => {
    for (const password of [
      'xkqjwzvbnrtplmd',
      'a quiet evening by the sea',
      '        w q z  ',
      'møllerhjulet går',
      'three quiet evenings',
    ])
      expect(error(password), password).toBeUndefined();
  });

  it('are refused when attackers guess them early (AUT-02)', () => {
    const guessed = `12345678 Password1! P@ssw0rd qwerty123 1q2w3e4r trustno1 iloveyou 11111111 abcabcabc 1qaz2wsx
      monkey123 sunshine1 batman123 19900517 31-12-1999 passwordpassword zxcvbnm1 11223344 147258369 1234qwer asdf1234
      123456789a geheim123 liverpool1 qwe123qwe123 Wachtwoord2024 s.u.n.s.h.i.n.e
      lovelove1 helloworld1 Blue-Butterfly7 drowssap1 girlfriends 11335577 13243546 69696969a q1w1e1r1 pass@word1 йцукенгш`.split(
      /\s+/,
    );
    for (const password of guessed) expect(error(password), password).toBe('password.too-common');
  });

  it('are judged without delay when they are long runs of equal characters', () => {
    for (const sign of ['a', '1', '😀', 'e\u0301'])
      expect(error(`${sign.repeat(128 / [...sign].length - 2)}xy`)).toBe('password.too-common');
    expect(
      error(
        `${'kzqw'
          .split('')
          .map((sign) => sign.repeat(31))
          .join('')}m`,
      ),
    ).toBeUndefined();
  });

  it('are accepted when they are random, even with only lowercase letters (AUT-02)', () => {
    const letter = () => String.fromCodePoint(97 + randomInt(26));
    for (let drawn = 0; drawn < 2_000; drawn += 1) {
      const password = Array.from({ length: 15 }, letter).join('');
      expect(error(password), password).toBeUndefined();
    }
  });

  it('are refused when they are a common word, alone or with a year (AUT-02)', () => {
    expect(commonWords.size).toBeGreaterThan(3_000);
    for (const word of commonWords) {
      if ([...word].length >= 8) expect(error(word), word).toBe('password.too-common');
      if (/^\p{L}{4,}$/u.test(word)) expect(error(`${word}2024`), word).toBe('password.too-common');
    }
  });

  it('are refused when they are frequent in public leaks, with or without capitals (AUT-02)', () => {
    expect(leakedPasswords.size).toBeGreaterThan(15_000);
    for (const password of leakedPasswords) {
      expect(error(password), password).toBe('password.too-common');
      expect(error(password.toUpperCase()), password).toBe('password.too-common');
    }
  });

  it('are refused when they are the name of the product or of their owner (AUT-02)', () => {
    for (const password of [
      'tealight',
      'TeaLight2024',
      'roosmarijn',
      'Roosmarijn1!',
      'roos.bakker@example.org',
      'roosbakker',
    ])
      expect(error(password), password).toBe('password.too-common');
    expect(error('roosmarijn plukt krokussen')).toBeUndefined();
  });
});
