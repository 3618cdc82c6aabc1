import { describe, expect, it } from 'vitest';

import { type BannerFacts, chooseBanner } from './banner-rules.ts';

type Member = NonNullable<BannerFacts['user']>;

const member = (status: Member['status'], profile: Partial<Member['profile']> = {}): Member => ({
  status,
  email_asked: null,
  email_asked_refused: false,
  address_failed: false,
  notifications_stopped: [],
  terms_coming: null,
  profile: { status: 'active', main_image: null, ...profile } as Member['profile'],
});
const unconfirmed = member('not_confirmed', { status: 'disabled' });
const image = { filename: 'a', thumb_filename: 'b', match: 'c' } as Member['profile']['main_image'];

const facts = (some: Partial<BannerFacts>): BannerFacts => ({
  isOnline: true,
  isDemo: true,
  isFirstView: false,
  hasGift: true,
  hasBonus: false,
  user: null,
  route: 'members',
  dismissed: [],
  ...some,
});

describe('the banner of a page', () => {
  it('is the most important one of those that are due', () => {
    const ways: [Partial<BannerFacts>, string | null][] = [
      [{ isOnline: false, isFirstView: true, user: unconfirmed }, 'offline'],
      [{ isFirstView: true, hasBonus: true, user: unconfirmed }, 'first-credits'],
      [{ hasBonus: true, user: unconfirmed }, 'confirm'],
      [{ hasBonus: true, user: member('active') }, 'time-bonus'],
      [{ hasBonus: true, user: member('active'), route: 'credits' }, 'demo'],
      [{ hasBonus: true, user: member('active'), route: 'premium' }, 'demo'],
      [{ hasBonus: true, user: member('active'), route: 'transactions-id' }, 'demo'],
      [{ hasBonus: true, user: member('active'), dismissed: ['time-bonus'] }, 'profile-photo'],
      [{ user: { ...unconfirmed, notifications_stopped: [{ kind: 'like', reason: 'fbl' }] } }, 'confirm'],
      [{ user: { ...unconfirmed, address_failed: true } }, 'refused'],
      [{ user: { ...unconfirmed, address_failed: true, email_asked: 'anna@example.org' } }, 'confirm'],
      [{ user: { ...unconfirmed, email_asked: 'anna@example.org', email_asked_refused: true } }, 'refused'],
      [
        { user: { ...member('active'), notifications_stopped: [{ kind: 'like', reason: 'fbl' }] } },
        'disabled-notifications',
      ],
      [{ route: 'notifications', user: { ...member('active'), address_failed: true } }, 'demo'],
      [{ hasBonus: true, user: { ...member('active'), terms_coming: '2027-04-01T00:00:00.000Z' } }, 'terms'],
      [{ user: { ...unconfirmed, terms_coming: '2027-04-01T00:00:00.000Z' } }, 'confirm'],
      [{ route: 'terms', user: { ...member('active'), terms_coming: '2027-04-01T00:00:00.000Z' } }, 'demo'],
      [{ hasBonus: true, route: 'settings', user: member('active', { paused_until: '2026-12-06' }) }, 'paused'],
      [{ user: member('active') }, 'profile-photo'],
      [{ user: member('active', { main_image: image }) }, 'demo'],
      [{ isDemo: false, user: member('active', { main_image: image }) }, null],
    ];
    for (const [some, banner] of ways) expect(chooseBanner(facts(some))).toBe(banner);
  });

  it('gives way to the next when it is dismissed', () => {
    const user: Member = { ...member('active'), notifications_stopped: [{ kind: 'like', reason: 'fbl' }] };
    const dismissed: BannerFacts['dismissed'] = ['disabled-notifications', 'profile-photo', 'demo'];
    const seen = [0, 1, 2, 3].map((count) => chooseBanner(facts({ user, dismissed: dismissed.slice(0, count) })));
    expect(seen).toEqual(['disabled-notifications', 'profile-photo', 'demo', null]);
  });

  it('reports a failed email address even if it was dismissed for another reason', () => {
    const user: Member = { ...member('active'), address_failed: true };
    const told = chooseBanner(facts({ user, dismissed: ['disabled-notifications'] }));
    expect([told, chooseBanner(facts({ user, dismissed: ['bounced-mail'] }))]).toEqual([
      'disabled-notifications',
      'profile-photo',
    ]);
  });

  it('asks a new member for nothing on the first view, and makes no offer once the first credits are dismissed', () => {
    const first = { isFirstView: true, hasGift: false, hasBonus: true, user: unconfirmed };
    expect(chooseBanner(facts(first))).toBe('demo');
    expect(chooseBanner(facts({ ...first, isDemo: false }))).toBeNull();
  });

  it('asks to confirm the address everywhere but in the settings, and for a photo only in the members area', () => {
    expect(chooseBanner(facts({ user: unconfirmed, route: 'faq' }))).toBe('confirm');
    expect(chooseBanner(facts({ user: unconfirmed, route: undefined }))).toBe('confirm');
    expect(chooseBanner(facts({ user: unconfirmed, route: 'settings' }))).toBe('demo');
    expect(chooseBanner(facts({ user: member('active'), route: 'settings' }))).toBe('demo');
    expect(chooseBanner(facts({ user: member('active'), route: undefined }))).toBe('demo');
  });
});
