import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { address, createAddressTools } from '../../tests/support/addresses.ts';
import { type TestApp, createTestApp, testPassword } from '../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const { member, tokenTo } = createAddressTools(() => test);
const unconfirmed = () => member(false);

const activate = async (token: string): Promise<string> =>
  (await test.client().call('activateAccount', { token })).body.error ?? 'ok';

describe('the link that confirms an address', () => {
  it('answers the same when it is followed again, and changes nothing more', async () => {
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    const heard: string[] = [];
    test.context.bus.subscribe(client.id, ({ type }) => heard.push(type));
    const visitor = test.client();
    for (const caller of [visitor, client, visitor, (await member()).client])
      expect((await caller.call('activateAccount', { token })).body).toEqual({ ok: true });
    expect(heard).toEqual(['profile']);
    expect((await visitor.call('getUser')).status).toBe(403);
  });

  it('confirms once in ten racing calls, and answers ok to each', async () => {
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    const heard: string[] = [];
    test.context.bus.subscribe(client.id, ({ type }) => heard.push(type));
    const answers = await Promise.all(Array.from({ length: 10 }, () => activate(token)));
    expect(new Set(answers)).toEqual(new Set(['ok']));
    expect(heard).toEqual(['profile']);
  });

  it('fails on a second use if the account is banned, leaving or changing its address (AUT-05)', async () => {
    for (const status of ['banned', 'pending_deletion']) {
      const { client, email } = await unconfirmed();
      const token = await tokenTo(email);
      expect(await activate(token)).toBe('ok');
      await test.sql('update members set status = $2 where member_id = $1', [client.id, status]);
      const again = await test.client().call('activateAccount', { token });
      expect([again.status, again.body.error, again.body.message]).toEqual([
        410,
        'activation.failed',
        'Activation failed',
      ]);
    }
    const { client, email } = await unconfirmed();
    const token = await tokenTo(email);
    expect(await activate(token)).toBe('ok');
    await client.call('changeEmail', { email: address(), password: testPassword });
    expect(await activate(token)).toBe('activation.failed');
  });
});
