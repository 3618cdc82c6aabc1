import { describe, expect, it } from 'vitest';

import { routeNames, getRoute } from '../platform/route-table.ts';
import { asksAge } from './entry-rules.ts';

const asks = (more: Partial<Parameters<typeof asksAge>[0]> = {}): boolean =>
  asksAge({ name: 'index', setting: 'yes', country: null, hasAnswered: false, ...more });

describe('the warning on entry', () => {
  it.each(['index', 'members', 'landers-name', 'members-id-landing', 'login', 'faq'] as const)(
    'is shown on %s',
    (name) => {
      expect(asks({ name })).toBe(true);
    },
  );

  it('is not shown if the site has none, or once it was answered', () => {
    expect(asks({ setting: 'no' })).toBe(false);
    expect(asks({ hasAnswered: true })).toBe(false);
  });

  it('is shown in chats only to members known to be in the Netherlands or Germany', () => {
    const chats = routeNames.filter((name) => getRoute(name).layout === 'chat');
    expect(new Set(chats.map((name) => getRoute(name).guard))).toEqual(new Set(['member']));
    const countries = ['NL', 'DE', 'BE', null] as const;
    expect(countries.map((country) => asks({ name: 'chats', country }))).toEqual([true, true, false, false]);
  });

  it.each(['terms', 'privacy', 'ban', 'leave', 'activate-done', 'reset-password-do', 'offline'] as const)(
    'is never shown on %s',
    (name) => {
      expect(asks({ name, country: 'DE' })).toBe(false);
    },
  );
});
