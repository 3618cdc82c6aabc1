import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { newsItems } from '../../contract/notifications/news-items.data.ts';
import {
  digestKinds,
  digestRules,
  mailRules,
  notificationKinds,
  notificationRules,
  pushKinds,
  pushRules,
} from '../../contract/notifications/notification-rules.ts';
import { languages } from '../../contract/platform/languages.ts';
import { createSentences } from '../platform/text/sentences.ts';
import { notifications } from './module.ts';
import { filterUnsentNews, findWindowNews, isStillPlanned, whenToSend, windowAt } from './rules.ts';

const until = (zone: string, now: string, mailedAt: string | null = null): string | null =>
  whenToSend(new Date(now), zone, mailedAt === null ? null : new Date(mailedAt))?.toISOString() ?? null;

describe('the quiet hours', () => {
  it('end at eight where the member lives', () => {
    expect(until('Europe/Amsterdam', '2026-11-23T20:59:59Z')).toBeNull();
    expect(until('Europe/Amsterdam', '2026-11-23T21:00:00Z')).toBe('2026-11-24T07:00:00.000Z');
    expect(until('Europe/Amsterdam', '2026-11-24T06:59:00Z')).toBe('2026-11-24T07:00:00.000Z');
    expect(until('Europe/Amsterdam', '2026-11-24T07:00:00Z')).toBeNull();
    expect(until('America/New_York', '2026-11-23T21:00:00Z')).toBeNull();
  });

  it('end at eight in the new time on both nights when the clocks change', () => {
    for (const now of ['2027-03-27T23:30:00Z', '2027-03-28T00:59:00Z', '2027-03-28T01:30:00Z'])
      expect(until('Europe/Berlin', now)).toBe('2027-03-28T06:00:00.000Z');
    for (const now of ['2027-10-30T21:00:00Z', '2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z', '2027-10-31T06:59:00Z'])
      expect(until('Europe/Berlin', now)).toBe('2027-10-31T07:00:00.000Z');
    expect(until('Europe/Berlin', '2027-10-31T07:00:00Z')).toBeNull();
  });
});

describe('the time between two mails', () => {
  it('is six hours, and is extended to the end of the quiet hours if it ends in them', () => {
    expect(until('Europe/Amsterdam', '2026-11-23T10:00:00Z', '2026-11-23T09:00:00Z')).toBe('2026-11-23T15:00:00.000Z');
    expect(until('Europe/Amsterdam', '2026-11-23T15:00:00Z', '2026-11-23T09:00:00Z')).toBeNull();
    expect(until('Europe/Amsterdam', '2026-11-23T19:00:00Z', '2026-11-23T18:00:00Z')).toBe('2026-11-24T07:00:00.000Z');
  });
});

it('the README states the same numbers as the rules', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const yes = (is: boolean): string => (is ? 'yes' : 'no');
  for (const kind of notificationKinds) {
    const { event, mail, push, waitsFor } = notificationRules[kind];
    const after = waitsFor === 'events' ? 'messages, likes' : 'all';
    expect(readme).toContain(`| \`${kind}\` | ${event} | ${yes(mail)} | ${yes(push)} | ${after} |`);
  }
  const { silenceMinutes, gapHours, quietFrom, quietUntil: end } = mailRules;
  expect(readme).toContain(`${silenceMinutes} minutes`);
  expect(readme).toContain(`One mail about messages and likes in ${gapHours} hours`);
  expect(readme).toContain(`${pushRules.silenceSeconds} seconds`);
  expect(readme).toContain(`one push of a kind in ${pushRules.gapMinutes} minutes`);
  expect(readme).toContain(`not been there for ${pushRules.mailSilenceMinutes} minutes`);
  const { awayDays, lapsedDays, offerHours, remindersMax, fittingMax, opens } = digestRules;
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  for (const kind of digestKinds) {
    const { weekday, hour, weeks } = opens[kind];
    expect(readme).toContain(`| \`${kind}\` | ${days[weekday]}, ${hour}:00 | ${weeks} week${weeks === 1 ? '' : 's'} |`);
  }
  expect(readme).toContain(`away for ${awayDays} days when the window of the kind opens, and not for ${lapsedDays}`);
  expect(readme).toContain(`ends within ${offerHours} hours`);
  expect(readme).toContain(`of the same things ${remindersMax} times in all`);
  expect(readme).toContain(`"more than ${fittingMax}"`);
  expect(readme).toContain(`from ${quietFrom}:00 until ${end}:00`);
});

it.each(languages)('the sentences about the kinds take their numbers from the rules, in %s', (language) => {
  const say = createSentences(fileURLToPath(new URL('../../locales', import.meta.url)), ['notifications']).in(language);
  for (const kind of digestKinds) {
    // Promotions have no such limits: each discount is told once.
    if (kind === 'promotions') continue;
    const tell = (weeks: number, times: number): string => say(`notifications.kind.${kind}.help`, { weeks, times });
    expect(tell(7, 8)).toMatch(/(?<!\d)7(?!\d)/);
    expect(tell(1, 8)).not.toMatch(/1|7/);
    expect(/(?<!\d)8(?!\d)/.test(tell(7, 8))).toBe(kind === 'reminders');
    expect(tell(7, 8)).not.toMatch(/[{}#]/);
  }
  // The sentences say "a few days" and "for days", which is only true of these numbers.
  expect(digestRules.awayDays).toBeGreaterThanOrEqual(2);
  expect(digestRules.awayDays).toBeLessThanOrEqual(6);
  // The sentences say "within a minute"; the worker looks four times a minute.
  expect(pushRules.silenceSeconds + 15).toBeLessThan(60);
});

it('pushes exist for exactly the kinds that the rules mark for push', () => {
  expect([...pushKinds].toSorted()).toEqual(
    notificationKinds.filter((kind) => notificationRules[kind].push).toSorted(),
  );
});

describe('the window of a kind', () => {
  it('is as long as the rules say, and is planned only in its first week', () => {
    const zone = 'Europe/Berlin';
    for (const kind of digestKinds) {
      const { weeks } = digestRules.opens[kind];
      const first = windowAt(kind, zone, new Date('2027-03-01T12:00:00Z'));
      const next = windowAt(kind, zone, new Date(first.opensAt.getTime() + (7 * weeks + 1) * 86_400_000));
      expect(next.day - first.day).toBe(7 * weeks);
      expect(isStillPlanned(first, new Date(first.opensAt.getTime() + 7 * 86_400_000 - 1))).toBe(true);
      expect(isStillPlanned(first, new Date(first.opensAt.getTime() + 7 * 86_400_000))).toBe(false);
    }
  });

  it('opens at its hour where the member lives, and not twice when the clocks go back', () => {
    const opens = (zone: string, now: string): string =>
      windowAt('weekly_updates', zone, new Date(now)).opensAt.toISOString();
    expect(opens('Europe/Amsterdam', '2026-11-26T16:59:59Z')).toBe('2026-11-19T17:00:00.000Z');
    expect(opens('Europe/Amsterdam', '2026-11-26T17:00:00Z')).toBe('2026-11-26T17:00:00.000Z');
    expect(opens('Europe/Amsterdam', '2026-12-03T16:59:59Z')).toBe('2026-11-26T17:00:00.000Z');
    expect(opens('America/New_York', '2026-11-26T22:59:59Z')).toBe('2026-11-19T23:00:00.000Z');
    expect(opens('Pacific/Auckland', '2026-11-26T05:00:00Z')).toBe('2026-11-26T05:00:00.000Z');
    // Summer time ends between the two.
    expect(opens('Europe/Berlin', '2027-10-28T16:00:00Z')).toBe('2027-10-28T16:00:00.000Z');
    expect(opens('Europe/Berlin', '2027-11-04T16:59:59Z')).toBe('2027-10-28T16:00:00.000Z');
  });
});

describe('the news items', () => {
  it('have unique ids and are in the order of publication', () => {
    expect(new Set(newsItems.map(({ id }) => id)).size).toBe(newsItems.length);
    const days = newsItems.map(({ publishedOn }) => publishedOn);
    expect(days.toSorted()).toEqual(days);
  });

  it('are told once, only to members who joined before them, and not forever', () => {
    const at = (day: string) => findWindowNews({ day: 0, opensAt: new Date(`${day}T10:00:00Z`) });
    expect(at('2026-11-21')).toBeNull();
    expect(at('2026-11-22')).toMatchObject({ newest: 'chat-search' });
    const items = at('2026-12-05')?.items ?? [];
    expect(items.map(({ id }) => id).slice(0, 2)).toEqual(['chat-search', 'drafts']);
    expect(at('2027-12-05')?.items ?? []).not.toContain(items[0]);
    const joinedAt = new Date('2026-11-01T12:00:00Z');
    expect(filterUnsentNews(items, { lastSent: null, joinedAt })).toEqual(items);
    expect(filterUnsentNews(items, { lastSent: 'chat-search', joinedAt })).toEqual(items.slice(1));
    expect(filterUnsentNews(items, { lastSent: null, joinedAt: new Date('2026-11-22T00:00:00Z') })).toEqual(
      items.slice(1),
    );
  });
});

const notices = ['notice', ...digestKinds] as const;

/** Words that a subject must not show on a lock screen or to bystanders. */
const telling =
  /\b(?:sex|erot|dating|dejt|dato|randk|flirt|flört|singl|sinkku|célibat|soltero|match|like|lik|love|liebe|amour|amor|amore|kärlek|kjærlig|kærlig|rakkau|miłoś|liefde|coup de)/i;

it.each(languages)(
  'the subjects of notices in %s reveal neither sender nor content nor the kind of site (MAI-09)',
  (language) => {
    const file = new URL(`../../locales/mail/${language}.json`, import.meta.url);
    const sentences = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    for (const kind of notices) {
      expect(notifications.mail.map(({ name }) => name)).toContain(kind);
      const subject = sentences[`${kind}.subject`] ?? '';
      expect(subject).not.toBe('');
      expect(subject).not.toMatch(/[{}]/);
      expect(subject).not.toMatch(telling);
    }
  },
);
