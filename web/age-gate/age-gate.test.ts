import { expect, it } from 'vitest';

import { type RouteName, routeNames, routeTable } from '../platform/pages/route-table.ts';
import { asksAge } from './age-gate.tsx';

it('the age gate is shown in chats only to members in the Netherlands or Germany, and about a member to everybody', () => {
  const chats = routeNames.filter((name) => routeTable[name].layout === 'chat');
  expect(new Set(chats.map((name) => routeTable[name].guard))).toEqual(new Set(['member']));
  const asks = (country: 'NL' | 'DE' | 'BE' | null, name: RouteName = 'chats'): boolean =>
    asksAge({ name, setting: 'yes', country, hasAnswered: false });
  expect((['NL', 'DE', 'BE', null] as const).map((country) => asks(country))).toEqual([true, true, false, false]);
  expect(asks('BE', 'members-id-landing')).toBe(true);
});
