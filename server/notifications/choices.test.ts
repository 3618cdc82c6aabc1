import { describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import { notificationKinds } from '../../contract/notifications/notification-rules.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { stopNotifications } from '../accounts/stop-notifications.ts';
import { deriveUnsubscribeToken } from './unsubscribe.ts';

const test = useTestApp();

/** Creates a member for whom all kinds are on. */
const asking = () => test.member({ consent_offers: true });

const getState = async (member: TestClient) => {
  const { notifications_disabled: disabled, notifications_stopped: stopped } = (await member.call('getUser')).body.user;
  return { disabled, stopped };
};

describe('the kinds of mail', () => {
  it('are turned off and on again independently of each other', async () => {
    const member = await asking();
    expect(await getState(member)).toEqual({ disabled: [], stopped: [] });
    for (const kind of notificationKinds) {
      const answer = await member.call('updateUser', { notifications_disabled: [kind] });
      expect(answer.body.user.notifications_disabled).toEqual([kind]);
    }
    await member.call('updateUser', { notifications_disabled: ['reminders', 'like'] });
    // Changing another setting leaves them.
    await member.call('updateUser', { language: 'nl' });
    expect(await getState(member)).toEqual({ disabled: ['like', 'reminders'], stopped: [] });
    await member.call('updateUser', { notifications_disabled: [] });
    expect(await getState(member)).toEqual({ disabled: [], stopped: [] });
  });

  it('stay as they are unless a page means to change them, however old its list is', async () => {
    const member = await asking();
    const other = test.client();
    for (const [name, value] of member.cookies) other.cookies.set(name, value);
    // Both pages were opened before anything was turned off.
    await test.client().call('unsubscribe', { token: deriveUnsubscribeToken(test.context.secret, member.id, 'like') });
    const stopped = [{ kind: 'like', reason: 'listunsubscribe' }];
    const set = (client: TestClient, disabled: string[], changed: string[]) =>
      client.call('updateUser', { notifications_disabled: disabled, notifications_changed: changed });
    await set(member, ['news'], ['news']);
    expect(await getState(member)).toEqual({ disabled: ['like', 'news'], stopped });
    await set(other, ['promotions'], ['promotions']);
    expect(await getState(member)).toEqual({ disabled: ['like', 'promotions', 'news'], stopped });
    await set(other, ['promotions'], ['news']);
    expect(await getState(member)).toEqual({ disabled: ['like', 'promotions'], stopped });
    // Kinds turned off elsewhere are not recorded as wanted.
    const { consents } = (await member.call('listConsents')).body;
    const said = consents.map(({ subject, given, way }) => [subject, given, way].join(' '));
    expect(said.slice(0, 4)).toEqual(['news true page', 'promotions false page', 'news false page', 'like false link']);
    expect((await set(member, [], ['no-kind'])).status).toBe(422);
  });

  it('are announced to all open pages after a change', async () => {
    const member = await asking();
    const heard: LiveEvent[] = [];
    test.context.bus.subscribe(member.id, (event) => heard.push(event));
    await member.call('updateUser', { notifications_disabled: ['news'] });
    expect(heard).toEqual([{ type: 'profile' }]);
    const token = deriveUnsubscribeToken(test.context.secret, member.id, 'like');
    await test.client().call('unsubscribe', { token });
    await test.client().call('unsubscribe', { token });
    expect(heard).toEqual([{ type: 'profile' }, { type: 'profile' }]);
    await member.call('updateUser', { discreet_mail: true });
    expect(heard).toHaveLength(3);
    // The saved search is shown on no other page.
    await member.call('updateUser', { search: { online: true } });
    expect(heard).toHaveLength(3);
  });

  it('are refused if unknown, repeated or malformed, and without a session', async () => {
    const member = await asking();
    for (const kinds of [['bounce'], ['like', 'like'], 'like', [null]])
      expect((await member.call('updateUser', { notifications_disabled: kinds })).status).toBe(422);
    expect((await test.client().call('updateUser', { notifications_disabled: [] })).status).toBe(403);
    expect(await getState(member)).toEqual({ disabled: [], stopped: [] });
  });

  it('keep the reason why they were stopped until the member turns them on again', async () => {
    const [member, other] = [await asking(), await asking()];
    await member.call('updateUser', { notifications_disabled: ['news'] });
    await test.context.database.transaction(async (tx) => {
      expect(
        await stopNotifications(tx, {
          memberId: member.id,
          kinds: ['like'],
          reason: 'listunsubscribe',
          now: test.clock.now(),
        }),
      ).toBe(true);
      expect(
        await stopNotifications(tx, { memberId: member.id, kinds: ['like'], reason: 'fbl', now: test.clock.now() }),
      ).toBe(false);
      expect(
        await stopNotifications(tx, {
          memberId: member.id,
          kinds: ['like', 'news', 'promotions'],
          reason: 'bounce',
          now: test.clock.now(),
        }),
      ).toBe(true);
    });
    const stopped = [
      { kind: 'promotions', reason: 'bounce' },
      { kind: 'like', reason: 'listunsubscribe' },
    ];
    expect(await getState(member)).toEqual({ disabled: ['like', 'promotions', 'news'], stopped });
    expect(await getState(other)).toEqual({ disabled: [], stopped: [] });
    await member.call('updateUser', { notifications_disabled: ['promotions'] });
    expect(await getState(member)).toEqual({ disabled: ['promotions'], stopped: stopped.slice(0, 1) });
  });

  it('are restored by a new address only if a bounce had ended them', async () => {
    const member = await asking();
    await member.call('updateUser', { notifications_disabled: ['news'] });
    await test.context.database.transaction((tx) =>
      stopNotifications(tx, { memberId: member.id, kinds: ['like'], reason: 'bounce', now: test.clock.now() }),
    );
    await test.sql('update members set email = email, language = language where member_id = $1', [member.id]);
    expect((await getState(member)).disabled).toEqual(['like', 'news']);
    await test.sql(`update members set email = 'new-' || email where member_id = $1`, [member.id]);
    expect(await getState(member)).toEqual({ disabled: ['news'], stopped: [] });
  });
});
