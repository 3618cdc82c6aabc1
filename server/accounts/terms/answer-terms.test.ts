import { beforeEach, describe, expect, it } from 'vitest';

import { quickMember } from '../../../tests/support/chat.ts';
import { comingVersion } from '../../../tests/support/terms.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { dayMs } from '../../platform/clock.ts';
import { planTermsMails } from './plan-terms-mail.ts';
import { deriveOwnTerms } from './rules.ts';
import { termsVersions } from './terms-versions.data.ts';

const [first] = termsVersions.map(({ appliesAt }) => appliesAt);
const material = comingVersion('2027-04-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z', 'material');
const minor = comingVersion('2027-06-01T00:00:00.000Z', '2027-05-01T00:00:00.000Z');
const later = comingVersion('2027-08-01T00:00:00.000Z', '2027-07-01T00:00:00.000Z', 'material');

const test = useTestApp({ terms: [...termsVersions, material] });
const at = (time: string): void => test.clock.set(new Date(time));
beforeEach(() => at('2027-03-02T12:00:00Z'));

const answer = (member: TestClient, agrees: boolean, version = material.appliesAt) =>
  member.call('answerTerms', { applies_at: version, agrees });
const getTerms = async (member: TestClient) => {
  // Sessions end while months pass.
  await test.sql('update sessions set expires_at = $1, seen_at = $2', [new Date('2031-01-01'), test.clock.now()]);
  const { user } = (await member.call('getUser')).body;
  return { own: user.terms_own, asked: user.terms_asked, declined: user.terms_declined, shown: user.terms_coming };
};
const listAnswers = (member: TestClient) =>
  test.sql<{ given: boolean; version: string; text_hash: string; language: string }>(
    `select given, version, text_hash, language from consents where member_id = $1 and subject = 'terms' order by noted_at`,
    [member.id],
  );

describe('a material version of the terms (LEG-16)', () => {
  it('binds a member once they agreed and it applies, with the hash of its text in the log', async () => {
    const member = await quickMember(test);
    expect(await getTerms(member)).toEqual({
      own: first,
      asked: material.appliesAt,
      declined: false,
      shown: material.appliesAt,
    });
    expect((await answer(member, true)).body).toEqual({ ok: true });
    // A repeated answer, such as a lost response, changes nothing.
    expect((await answer(member, true)).body).toEqual({ ok: true });
    const [row, ...others] = await listAnswers(member);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ given: true, version: material.appliesAt, language: 'en' });
    expect(row?.text_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await getTerms(member)).toEqual({ own: first, asked: null, declined: false, shown: null });
    at(material.appliesAt);
    expect(await getTerms(member)).toEqual({ own: material.appliesAt, asked: null, declined: false, shown: null });
  });

  it('never binds a member who does not answer, and is asked about again after a week', async () => {
    const member = await quickMember(test);
    await member.call('dismissTerms', { applies_at: material.appliesAt });
    expect(await getTerms(member)).toMatchObject({ asked: material.appliesAt, shown: null });
    test.clock.move(8 * dayMs);
    expect(await getTerms(member)).toMatchObject({ shown: material.appliesAt });
    at('2030-01-01T00:00:00Z');
    expect(await getTerms(member)).toMatchObject({ own: first, asked: material.appliesAt });
  });

  it('leaves the old terms to who says no, without asking again, until they agree after all', async () => {
    const member = await quickMember(test);
    for (let count = 0; count < 2; count += 1) expect((await answer(member, false)).status).toBe(200);
    expect((await listAnswers(member)).map(({ given }) => given)).toEqual([false]);
    at('2027-05-01T00:00:00Z');
    expect(await getTerms(member)).toEqual({ own: first, asked: material.appliesAt, declined: true, shown: null });
    const { consents } = (await member.call('listConsents')).body;
    expect(consents[0]).toMatchObject({ subject: 'terms', given: false, version: material.appliesAt });
    await answer(member, true);
    expect(await getTerms(member)).toMatchObject({ own: material.appliesAt, asked: null, declined: false });
    // A yes stays.
    expect((await answer(member, false)).body.error).toBe('terms.not-asked');
  });

  it('cannot be answered before its announcement, or if another version waits', async () => {
    const member = await quickMember(test);
    expect((await answer(member, true, later.appliesAt)).body.error).toBe('terms.not-asked');
    at('2027-02-28T23:59:59Z');
    expect((await answer(member, true)).body.error).toBe('terms.not-asked');
    expect(await listAnswers(member)).toEqual([]);
  });

  it('is recorded once, however many answers arrive at once', async () => {
    const member = await quickMember(test);
    const answers = await Promise.all(Array.from({ length: 8 }, () => answer(member, true)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await listAnswers(member)).toHaveLength(1);
  });

  it('is announced by a mail that asks, and says what a no means', async () => {
    const member = await quickMember(test);
    await planTermsMails(test.context);
    await test.runJobs();
    const letter = (await test.outbox()).find(({ to }) => to === `${member.id}@example.org`);
    expect(letter?.subject).toBe('Our new terms of use: do you agree?');
    expect(letter?.text).toContain('/new-terms');
    expect(letter?.text).toContain('30 days');
    for (const change of material.changes) expect(letter?.text).toContain(test.context.sentences.in('en')(change));
  });
});

describe('the version that binds a member', () => {
  const versions = [...termsVersions, material, minor, later];
  const derive = (time: string, ...answers: [version: string, given: boolean][]) => {
    const known = answers.map(([version, given]) => ({ version, given }));
    const { own, asked, declined } = deriveOwnTerms(versions, known, new Date(time));
    return [own.appliesAt.slice(0, 7), asked?.appliesAt.slice(0, 7) ?? null, declined];
  };

  it.each([
    ['nothing but the sign-up, in the first version', '2027-03-15', [], ['2023-12', '2027-04', false]],
    ['a later minor version binds only whom its basis binds', '2027-06-15', [], ['2023-12', '2027-06', false]],
    ['and binds those by itself', '2027-06-15', [[material.appliesAt, true]], ['2027-06', null, false]],
    [
      'a no to a material change covers the minor one',
      '2027-06-15',
      [[material.appliesAt, false]],
      ['2023-12', '2027-06', true],
    ],
    ['but not the next material one', '2027-08-15', [[material.appliesAt, false]], ['2023-12', '2027-08', false]],
    [
      'a yes to the latest version covers all before it',
      '2027-08-15',
      [[later.appliesAt, true]],
      ['2027-08', null, false],
    ],
    ['a sign-up in a later version', '2027-08-15', [[minor.appliesAt, true]], ['2027-06', '2027-08', false]],
    [
      'a date that a new company set',
      '2027-07-15',
      [['2027-06-20T10:00:00.000Z', true]],
      ['2027-06', '2027-08', false],
    ],
  ] as [string, string, [string, boolean][], unknown][])('follows from %s', (_, day, answers, expected) => {
    expect(derive(`${day}T00:00:00Z`, ...answers)).toEqual(expected);
  });
});
