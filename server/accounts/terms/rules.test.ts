import { describe, expect, it } from 'vitest';

import en from '../../../locales/static-pages/en.json' with { type: 'json' };
import { comingVersion } from '../../../tests/support/terms.ts';
import {
  acceptedTerms,
  checkTerms,
  comingTerms,
  currentTerms,
  sendingAt,
  listTermsSentences,
  termsToTell,
  announcementDeadline,
} from './rules.ts';
import { termsVersions } from './terms-versions.data.ts';

const coming = comingVersion('2027-04-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z');
const versions = [...termsVersions, coming];
const at = (time: string): Date => new Date(time);

describe('the versions of the terms (LEG-16)', () => {
  it('contain every sentence of the terms and no other', () => {
    const own = Object.keys(en).filter((key) => `${key}.`.startsWith('terms.'));
    expect(new Set(termsVersions.flatMap(listTermsSentences))).toEqual(
      new Set(own.map((key) => `static-pages.${key}`)),
    );
  });

  it('are all announced in time', () => {
    expect(checkTerms(termsVersions)).toBe(termsVersions);
    expect(checkTerms(versions)).toBe(versions);
  });

  it.each([
    ['2027-03-17T00:00:00.000Z', true],
    ['2027-03-16T00:00:00.001Z', false],
    ['2027-03-16T00:00:00.000Z', true],
    // 13 days plus one day to send the mails.
    ['2027-03-15T00:00:00.000Z', false],
    ['2027-03-01T00:00:00.000Z', false],
    ['2027-02-28T00:00:00.000Z', false],
  ])('announced on 1 March may apply from %s: %s', (appliesAt, mayApply) => {
    const check = (): unknown => checkTerms([...termsVersions, comingVersion(appliesAt, '2027-03-01T00:00:00.000Z')]);
    if (mayApply) expect(check).not.toThrow();
    else expect(check).toThrow(/cannot change like this/);
  });

  it('count days in UTC: daylight saving takes no hour of the fourteen days', () => {
    // Clocks in Europe go forward on 28 March, so fourteen days in Amsterdam are an hour short.
    const version = comingVersion('2027-04-05T00:00:00.000Z', '2027-03-21T00:00:00.000Z');
    expect(checkTerms([...termsVersions, version])).toHaveLength(2);
    expect(announcementDeadline(version)).toEqual(at('2027-03-22T00:00:00.000Z'));
  });

  it('are announced by mails that are spread out, but all sent within a day', () => {
    const now = at('2027-03-01T00:00:00.000Z');
    expect(sendingAt(coming, 0, now)).toBeNull();
    expect(sendingAt(coming, 1, now)).toEqual(at('2027-03-01T00:00:12.000Z'));
    expect(sendingAt(coming, 5_000, now)!.getTime() - now.getTime()).toBeLessThan(24 * 3_600_000);
    expect(sendingAt(coming, 3, at('2027-03-17T23:59:30.000Z'))).toBeNull();
  });

  it.each([
    ['without an announcement', { announcedAt: null }, /not announced/],
    ['without saying what changes', { changes: [] }, /what changes/],
    ['in the middle of a day', { appliesAt: '2027-04-01T12:00:00.000Z' }, /begin with a day/],
    ['at no time', { appliesAt: '2027-04-01' }, /ISO 8601/],
    ['while an earlier one still waits', { announcedAt: '2023-11-01T00:00:00.000Z' }, /before the earlier one applies/],
  ])('never change %s', (_, changed, message) => {
    expect(() => checkTerms([...termsVersions, { ...coming, ...changed }])).toThrow(message);
  });

  it('apply from their own date on', () => {
    const [real] = termsVersions;
    expect(currentTerms(versions, at('2027-03-31T23:59:59.999Z'))).toBe(real);
    expect(currentTerms(versions, at('2027-04-01T00:00:00.000Z'))).toBe(coming);
    expect(currentTerms(versions, at('2020-01-01T00:00:00Z'))).toBe(real);
  });

  it('are upcoming from announcement to start, and announced until no earlier leaver can return', () => {
    const times = [
      '2027-02-28T23:59:59.999Z',
      '2027-03-01T00:00:00Z',
      '2027-03-31T23:59:59.999Z',
      '2027-04-01T00:00:00Z',
    ];
    expect(times.map((time) => comingTerms(versions, at(time)))).toEqual([undefined, coming, coming, undefined]);
    expect([...times, '2027-04-15T00:00:00Z'].map((time) => termsToTell(versions, at(time)).length)).toEqual([
      0, 1, 1, 1, 0,
    ]);
  });

  it('are accepted with their date, or the later date of a new company', () => {
    const date = (company: string, time: string): string => acceptedTerms(versions, company, at(time)).date;
    expect(date('2019-01-01T00:00:00Z', '2027-03-31T23:00:00Z')).toBe('2023-12-01T12:00:00.000Z');
    expect(date('2019-01-01T00:00:00Z', '2027-04-01T00:00:00Z')).toBe('2027-04-01T00:00:00.000Z');
    expect(date('2027-05-01T00:00:00Z', '2027-06-01T00:00:00Z')).toBe('2027-05-01T00:00:00.000Z');
    expect(acceptedTerms(versions, '', at('2027-06-01T00:00:00Z')).sentences).toContain(
      'static-pages.cookies.choice.1',
    );
  });
});
