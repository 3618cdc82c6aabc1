import { describe, expect, it } from 'vitest';

import { routeNames, routeTable } from '../platform/route-table.ts';
import { asksAge } from './age-gate.tsx';

const asks = (more: Partial<Parameters<typeof asksAge>[0]> = {}): boolean =>
  asksAge({ name: 'index', setting: 'yes', country: null, hasAnswered: false, ...more });

describe('the age gate', () => {
  it('is shown on pages about the service and its members, unless the site has none or it was answered', () => {
    const shown = ['index', 'members', 'landers-name', 'members-id-landing', 'login', 'faq'] as const;
    expect(shown.filter((name) => !asks({ name }))).toEqual([]);
    expect(asks({ setting: 'no' })).toBe(false);
    expect(asks({ hasAnswered: true })).toBe(false);
  });

  it('is shown in chats only to members known to be in the Netherlands or Germany', () => {
    const chats = routeNames.filter((name) => routeTable[name].layout === 'chat');
    expect(new Set(chats.map((name) => routeTable[name].guard))).toEqual(new Set(['member']));
    const countries = ['NL', 'DE', 'BE', null] as const;
    expect(countries.map((country) => asks({ name: 'chats', country }))).toEqual([true, true, false, false]);
  });

  it('is never shown on pages that everybody may read, or to which mails link', () => {
    const open = ['terms', 'privacy', 'ban', 'leave', 'activate-done', 'reset-password-do', 'offline'] as const;
    expect(open.filter((name) => asks({ name, country: 'DE' }))).toEqual([]);
  });
});
