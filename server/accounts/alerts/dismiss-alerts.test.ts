import { describe, expect, it } from 'vitest';

import { type TestClient, testPassword, useTestApp } from '../../../tests/support/test-app.ts';
import { eraseMember } from '../../erasure/erase-member.ts';

const test = useTestApp();

const shownTo = async (client: TestClient) => (await client.call('getUser')).body.user.alerts_dismissed;

describe('a dismissed alert about the account', () => {
  it('stays dismissed on every device of the member, with its time, and for nobody else', async () => {
    const [me, other] = [await test.member(), await test.member()];
    expect(await shownTo(me)).toEqual([]);
    const closed = await me.call('dismissAlerts', { alerts: ['profile-photo', 'passkey'], dismissed: true });
    expect([closed.status, closed.body]).toEqual([200, { ok: true }]);
    const email = (await me.call('getUser')).body.user.email;
    const device = test.client();
    await device.call('logIn', { login: email, password: testPassword });
    expect(await shownTo(device)).toEqual(['passkey', 'profile-photo']);
    expect(await shownTo(other)).toEqual([]);
    const rows = await test.sql('select name, dismissed_at from dismissed_alerts where member_id = $1 order by name', [
      me.id,
    ]);
    expect(rows).toEqual([
      { name: 'passkey', dismissed_at: expect.any(Date) },
      { name: 'profile-photo', dismissed_at: expect.any(Date) },
    ]);
  });

  it('keeps the time of its first dismissal, and can be shown again by its member', async () => {
    const me = await test.member();
    const time = async () =>
      (
        await test.sql<{ dismissed_at: Date }>('select dismissed_at from dismissed_alerts where member_id = $1', [
          me.id,
        ])
      )[0]?.dismissed_at;
    await me.call('dismissAlerts', { alerts: ['time-bonus'], dismissed: true });
    const first = await time();
    test.clock.move(60_000);
    await me.call('dismissAlerts', { alerts: ['time-bonus'], dismissed: true });
    expect(await time()).toEqual(first);
    await me.call('dismissAlerts', { alerts: ['time-bonus', 'passkey'], dismissed: false });
    expect(await shownTo(me)).toEqual([]);
  });

  it('is refused for other alerts, for an empty list and for visitors', async () => {
    const me = await test.member();
    for (const alerts of [['age-gate'], ['source'], ['no-such-alert'], []])
      expect((await me.call('dismissAlerts', { alerts, dismissed: true })).status).toBe(422);
    expect((await test.client().call('dismissAlerts', { alerts: ['passkey'], dismissed: true })).status).toBe(403);
  });

  it('is erased with the account', async () => {
    const me = await test.member();
    await me.call('dismissAlerts', { alerts: ['passkey'], dismissed: true });
    await test.sql(`update members set status = 'deleted' where member_id = $1`, [me.id]);
    await eraseMember(test.context, me.id);
    expect(await test.sql('select 1 from dismissed_alerts where member_id = $1', [me.id])).toEqual([]);
  });
});
