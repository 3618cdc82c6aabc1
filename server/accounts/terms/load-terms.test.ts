import { describe, expect, it } from 'vitest';

import { quickMember } from '../../../tests/support/chat.ts';
import { comingVersion } from '../../../tests/support/terms.ts';
import { createTestApp, useTestApp } from '../../../tests/support/test-app.ts';
import { checkTerms, comingTerms, currentTerms, scheduleTerms } from './rules.ts';
import { loadTerms } from './load-terms.ts';
import { termsVersions } from './terms-versions.data.ts';

const version = comingVersion('2027-04-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z');
const next = comingVersion('2027-06-01T00:00:00.000Z', '2027-04-10T00:00:00.000Z');
const pickDates = (all: readonly { appliesAt: string; announcedAt: string | null }[]) =>
  all.slice(1).map(({ announcedAt, appliesAt }) => [announcedAt?.slice(0, 16), appliesAt.slice(0, 10)]);
const seen = (...times: string[]) => new Map([version, next].map(({ appliesAt }, at) => [appliesAt, times[at] ?? '']));
const scheduled = (...times: string[]) =>
  scheduleTerms(
    [...termsVersions, version, next].slice(0, times.length + 1),
    (one) => new Date(seen(...times).get(one) ?? ''),
  );

describe('a version of the terms (LEG-16)', () => {
  it('applies from its own date on if it is installed in time', () => {
    expect(pickDates(scheduled('2027-02-20T09:00:00Z', '2027-03-01T00:00:00Z'))).toEqual([
      ['2027-03-01T00:00', '2027-04-01'],
      ['2027-04-10T00:00', '2027-06-01'],
    ]);
  });

  it.each([
    // Fifteen days later, from the start of a day.
    ['2027-03-17T00:00:00Z', '2027-03-17T00:00', '2027-04-01'],
    ['2027-03-17T00:00:01Z', '2027-03-17T00:00', '2027-04-02'],
    ['2027-03-30T12:00:00Z', '2027-03-30T12:00', '2027-04-15'],
    ['2027-08-01T12:00:00Z', '2027-08-01T12:00', '2027-08-17'],
  ])('first seen on %s is announced then and applies no earlier than 15 days later', (at, announced, applies) => {
    const [only] = pickDates(scheduled(at));
    expect(only).toEqual([announced, applies]);
    expect(() => checkTerms(scheduled(at))).not.toThrow();
  });

  it('waits for the version before it, so that only one is announced at a time', () => {
    const both = scheduled('2027-05-20T00:00:00Z', '2027-05-20T00:00:00Z');
    expect(pickDates(both)).toEqual([
      ['2027-05-20T00:00', '2027-06-04'],
      ['2027-06-04T00:00', '2027-06-19'],
    ]);
    expect(() => checkTerms(both)).not.toThrow();
    const now = new Date('2027-05-25T00:00:00Z');
    expect([currentTerms(both, now), comingTerms(both, now)]).toEqual([both[0], both[1]]);
  });
});

describe('an installation', () => {
  const test = useTestApp();
  const all = [...termsVersions, version];
  const load = async (time: string) => {
    test.clock.set(new Date(time));
    return pickDates(await loadTerms(test.context, all));
  };

  it('without real members applies a version from its own date on, whichever node is first', async () => {
    await quickMember(test, { fictional: true });
    const nodes = await Promise.all(Array.from({ length: 4 }, () => load('2027-03-24T18:00:00Z')));
    expect(nodes).toEqual(Array.from({ length: 4 }, () => [['2027-03-01T00:00', '2027-04-01']]));
    await test.sql('delete from terms_seen');
  });

  it('with members remembers across restarts when it first saw a version', async () => {
    const late = [['2027-03-24T18:00', '2027-04-09']];
    await quickMember(test);
    expect(await load('2027-03-24T18:00:00Z')).toEqual(late);
    expect(await load('2027-04-05T00:00:00Z')).toEqual(late);
    expect(await load('2027-12-01T00:00:00Z')).toEqual(late);
    const nodes = await Promise.all(Array.from({ length: 4 }, () => load('2027-12-02T00:00:00Z')));
    expect(nodes).toEqual(Array.from({ length: 4 }, () => late));
  });
});

it('an installation that sees a version late lists and announces it by its real start', async () => {
  const test = await createTestApp();
  test.clock.set(new Date('2027-03-24T18:00:00Z'));
  const member = await quickMember(test);
  test.context.terms = await loadTerms(test.context, [...termsVersions, version]);
  const at = async (time: string) => {
    test.clock.set(new Date(time));
    const { versions } = (await test.client().call('listTerms')).body;
    return versions.map(({ applies_at: day, state }) => `${day.slice(0, 10)} ${state}`);
  };
  expect(await at('2027-03-24T00:00:00Z')).toEqual(['2023-12-01 current']);
  expect(await at('2027-04-02T00:00:00Z')).toEqual(['2023-12-01 current', '2027-04-09 coming']);
  expect((await member.call('getUser')).body.user.terms_coming).toBe('2027-04-09T00:00:00.000Z');
  expect(await at('2027-04-09T00:00:00Z')).toEqual(['2023-12-01 past', '2027-04-09 current']);
  await test.close();
});
