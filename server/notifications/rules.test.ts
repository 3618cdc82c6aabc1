import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { mailRules, notificationKinds, notificationRules } from '../../contract/notification-rules.ts';
import { quietUntil } from './rules.ts';

const until = (zone: string, now: string, mailedAt: string | null = null): string | null =>
  quietUntil(new Date(now), { zone, mailedAt: mailedAt === null ? null : new Date(mailedAt) })?.toISOString() ?? null;

describe('the quiet hours', () => {
  it('end at eight where the member lives', () => {
    expect(until('Europe/Amsterdam', '2026-11-23T20:59:59Z')).toBeNull();
    expect(until('Europe/Amsterdam', '2026-11-23T21:00:00Z')).toBe('2026-11-24T07:00:00.000Z');
    expect(until('Europe/Amsterdam', '2026-11-24T06:59:00Z')).toBe('2026-11-24T07:00:00.000Z');
    expect(until('Europe/Amsterdam', '2026-11-24T07:00:00Z')).toBeNull();
    expect(until('America/New_York', '2026-11-23T21:00:00Z')).toBeNull();
  });

  it('end at eight by the new time in both nights in which the clocks change', () => {
    for (const now of ['2027-03-27T23:30:00Z', '2027-03-28T00:59:00Z', '2027-03-28T01:30:00Z'])
      expect(until('Europe/Berlin', now)).toBe('2027-03-28T06:00:00.000Z');
    for (const now of ['2027-10-30T21:00:00Z', '2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z', '2027-10-31T06:59:00Z'])
      expect(until('Europe/Berlin', now)).toBe('2027-10-31T07:00:00.000Z');
    expect(until('Europe/Berlin', '2027-10-31T07:00:00Z')).toBeNull();
  });
});

describe('the time between two e-mails', () => {
  it('is six hours, and ends with the quiet hours if it ends in them', () => {
    expect(until('Europe/Amsterdam', '2026-11-23T10:00:00Z', '2026-11-23T09:00:00Z')).toBe('2026-11-23T15:00:00.000Z');
    expect(until('Europe/Amsterdam', '2026-11-23T15:00:00Z', '2026-11-23T09:00:00Z')).toBeNull();
    expect(until('Europe/Amsterdam', '2026-11-23T19:00:00Z', '2026-11-23T18:00:00Z')).toBe('2026-11-24T07:00:00.000Z');
  });
});

it('the table of the README says what the rules say', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const yes = (is: boolean): string => (is ? 'yes' : 'no');
  for (const kind of notificationKinds) {
    const { event, tab, mail } = notificationRules[kind];
    expect(readme).toContain(`| \`${kind}\` | ${event} | ${yes(tab)} | ${yes(mail)} |`);
  }
  const { silenceMinutes, gapHours, quietFrom, quietUntil: end } = mailRules;
  expect(readme).toContain(`${silenceMinutes} minutes`);
  expect(readme).toContain(`${gapHours} hours`);
  expect(readme).toContain(`from ${quietFrom}:00 until ${end}:00`);
});
