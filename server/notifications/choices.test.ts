import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { notificationKinds } from '../../contract/notification-rules.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { stopNotifications } from '../accounts/stop-notifications.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const stateOf = async (member: TestClient) => {
  const { notifications_disabled: disabled, notifications_stopped: stopped } = (await member.call('getUser')).body.user;
  return { disabled, stopped };
};

describe('the kinds of e-mail', () => {
  it('are turned off and on again, each for itself', async () => {
    const member = await test.member();
    expect(await stateOf(member)).toEqual({ disabled: [], stopped: [] });
    for (const kind of notificationKinds) {
      const answer = await member.call('updateUser', { notifications_disabled: [kind] });
      expect(answer.body.user.notifications_disabled).toEqual([kind]);
    }
    await member.call('updateUser', { notifications_disabled: ['reminders', 'like'] });
    // Another setting leaves them.
    await member.call('updateUser', { language: 'nl' });
    expect(await stateOf(member)).toEqual({ disabled: ['like', 'reminders'], stopped: [] });
    await member.call('updateUser', { notifications_disabled: [] });
    expect(await stateOf(member)).toEqual({ disabled: [], stopped: [] });
  });

  it('are refused unless they are kinds, each once', async () => {
    const member = await test.member();
    for (const kinds of [['bounce'], ['like', 'like'], 'like', [null]])
      expect((await member.call('updateUser', { notifications_disabled: kinds })).status).toBe(422);
    expect((await test.client().call('updateUser', { notifications_disabled: [] })).status).toBe(403);
    expect(await stateOf(member)).toEqual({ disabled: [], stopped: [] });
  });

  it('keep the reason for which they were stopped until the member wants them again', async () => {
    const [member, other] = [await test.member(), await test.member()];
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
    expect(await stateOf(member)).toEqual({ disabled: ['like', 'promotions', 'news'], stopped });
    expect(await stateOf(other)).toEqual({ disabled: [], stopped: [] });
    await member.call('updateUser', { notifications_disabled: ['promotions'] });
    expect(await stateOf(member)).toEqual({ disabled: ['promotions'], stopped: stopped.slice(0, 1) });
  });

  it('that a dead address ended come back with a new address, and no others', async () => {
    const member = await test.member();
    await member.call('updateUser', { notifications_disabled: ['news'] });
    await test.context.database.transaction((tx) =>
      stopNotifications(tx, { memberId: member.id, kinds: ['like'], reason: 'bounce', now: test.clock.now() }),
    );
    await test.sql('update members set email = email, language = language where member_id = $1', [member.id]);
    expect((await stateOf(member)).disabled).toEqual(['like', 'news']);
    await test.sql(`update members set email = 'new-' || email where member_id = $1`, [member.id]);
    expect(await stateOf(member)).toEqual({ disabled: ['news'], stopped: [] });
  });
});
