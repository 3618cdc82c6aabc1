import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { draftLengthMax, draftsMax } from '../../../contract/chat/limits.ts';
import { hearEvents, quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';

const test = useTestApp();
let ada: TestClient;
let bo: TestClient;

beforeEach(async () => {
  [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test, { credits: 100 })];
});

const save = async (text: string, age_ms = 0, profile = bo.id) =>
  (await ada.call('saveDraft', { profile, text, age_ms })).body.draft;
const getDraft = async (who: TestClient, other: TestClient) =>
  (await who.call('getChat', { profile: other.id })).body.draft;

describe('a draft', () => {
  it('is shared by its member’s devices and open tabs, and hidden from everybody else', async () => {
    expect(await getDraft(ada, bo)).toBeNull();
    const [own, others] = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    const draft = await save('Dear Bo,\n');
    expect(draft).toEqual({ text: 'Dear Bo,\n', at: expect.any(String) });
    expect(await getDraft(ada, bo)).toEqual(draft);
    expect(own).toEqual([{ type: 'draft', profile: bo.id, draft }]);
    expect([others, await getDraft(bo, ada)]).toEqual([[], null]);
  });

  it('is the text of the latest edit, in whatever order edits arrive', async () => {
    const later = await save('the later one', 1_000_000);
    const heard = hearEvents(test, ada.id);
    expect(await save('the older one', 2_000_000)).toEqual(later);
    expect([await getDraft(ada, bo), heard]).toEqual([later, []]);
    const raced = await Promise.all([save('a', 900_000), save('d', 600_000), save('b', 800_000), save('c', 700_000)]);
    expect(raced.map(({ text }) => text)).toContain('d');
    expect((await getDraft(ada, bo))?.text).toBe('d');
  });

  it('stays cleared when an older edit arrives from a device that was offline', async () => {
    await save('written on the train', 50_000);
    await save('', 20_000);
    await save('written on the train, longer', 30_000);
    expect((await getDraft(ada, bo))?.text).toBe('');
  });

  it('is cleared on every device by the message that it became, and by no other message', async () => {
    await save('How was the sea? ');
    await sendText(ada, { profile: bo.id }, 'Good morning');
    await sendText(bo, { profile: ada.id }, 'How was the sea?');
    await ada.call('sendGift', {
      profile: bo.id,
      gift: 'tealight',
      note: 'How was the sea?',
      idempotency_key: randomUUID(),
    });
    expect((await getDraft(ada, bo))?.text).toBe('How was the sea? ');
    const heard = hearEvents(test, ada.id);
    await sendText(ada, { profile: bo.id }, 'How was the sea?');
    const cleared = await getDraft(ada, bo);
    expect(cleared?.text).toBe('');
    expect(heard).toContainEqual({ type: 'draft', profile: bo.id, draft: cleared });
    await save('How was the sea? ', 60_000);
    expect((await getDraft(ada, bo))?.text).toBe('');
  });

  it('is kept if the message that it would have become is refused', async () => {
    const poor = await quickMember(test);
    await poor.call('saveDraft', { profile: bo.id, text: 'hello', age_ms: 0 });
    expect((await sendText(poor, { profile: bo.id }, 'hello')).body.error).toBe('chat.credits');
    expect((await getDraft(poor, bo))?.text).toBe('hello');
  });

  it('is refused for unknown, invisible and blocking members, for oneself, and if too long', async () => {
    const shy = await quickMember(test, { invisible: true });
    for (const id of [randomUUID(), ada.id, shy.id])
      expect((await ada.call('saveDraft', { profile: id, text: 'x', age_ms: 0 })).body.error).toBe('profile.not-found');
    await bo.call('blockMember', { profile: ada.id });
    expect((await ada.call('saveDraft', { profile: bo.id, text: 'x', age_ms: 0 })).body.error).toBe(
      'profile.blocked-you',
    );
    const long = { profile: bo.id, text: 'x'.repeat(draftLengthMax + 1), age_ms: 0 };
    expect((await ada.call('saveDraft', long)).status).toBe(422);
    expect(await test.sql('select from drafts where member_id = $1', [ada.id])).toEqual([]);
  });

  it('replaces the member’s oldest draft once the maximum number is reached', async () => {
    await test.sql(
      `insert into drafts select $1, gen_random_uuid(), 'old ' || n, $2::timestamptz - n * interval '1 day'
         from generate_series(1, $3) as n`,
      [ada.id, test.clock.now(), draftsMax],
    );
    await save('new');
    const rows = await test.sql<{ text: string }>('select text from drafts where member_id = $1', [ada.id]);
    // The oldest draft was dropped.
    const kept = ['new', ...Array.from({ length: draftsMax - 1 }, (_, index) => `old ${index + 1}`)];
    expect(rows.map(({ text }) => text).toSorted()).toEqual(kept.toSorted());
  });
});
