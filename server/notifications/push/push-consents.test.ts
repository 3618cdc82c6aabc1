import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { quickMember } from '../../../tests/support/chat.ts';
import { type PushApp, createPushApp } from '../../../tests/support/push.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { minuteMs } from '../../platform/clock.ts';

let test: PushApp;
beforeAll(async () => {
  test = await createPushApp();
});
afterAll(() => test.close());

const member = (): Promise<TestClient> => quickMember(test);

describe('the consent log (PII-08)', () => {
  const acts = async (reader: TestClient) =>
    (await reader.call('listConsents')).body.consents
      .filter(({ subject }) => subject.startsWith('push'))
      .map(({ subject, given }) => [subject, given])
      .toReversed();

  it('records once each time that pushes are turned on or off in a browser', async () => {
    const reader = await member();
    const { subscription } = await test.subscribe(reader);
    // The browser repeats the subscription, or renews it by itself.
    await reader.call('addPush', { subscription });
    await reader.call('addPush', { subscription: test.service.subscribe().subscription, renewal: true });
    expect(await acts(reader)).toEqual([['push', true]]);
    for (let times = 0; times < 2; times += 1) await reader.call('removePush');
    expect(await acts(reader)).toEqual([
      ['push', true],
      ['push', false],
    ]);
    await test.subscribe(reader);
    for (let times = 0; times < 2; times += 1) await reader.call('addPush', { subscription: 'denied' });
    expect((await acts(reader)).slice(2)).toEqual([
      ['push', true],
      ['push', false],
    ]);
  });

  it('records each kind of push that was turned off or on', async () => {
    const reader = await member();
    for (const kinds of [['like', 'new_messages'], ['like', 'new_messages'], ['like']]) {
      test.clock.move(minuteMs);
      await reader.call('setPushKinds', { push_disabled: kinds });
    }
    const all = await acts(reader);
    expect(all.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ['push_like', false],
        ['push_new_messages', false],
      ]),
    );
    expect(all.slice(2)).toEqual([['push_new_messages', true]]);
  });
});
