import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { brokenInvariants, hearEvents, quickMember, sendFile } from '../../../tests/support/chat.ts';
import { type Outcome, type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';
import { form, stripes } from '../../photos/testing.ts';

let test: TestApp;
let ada: TestClient;
let bo: TestClient;

const about = 'I sail on Sundays. Do you read?\nTea, never coffee.';

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
});

async function pair(paid = false): Promise<void> {
  [ada, bo] = [await quickMember(test, { credits: 100, paid }), await quickMember(test, { credits: 100 })];
  await test.sql(`update profiles set about = $2, interests = '{music,sauna}' where member_id = $1`, [bo.id, about]);
}

const takeUp = (kind: string, value: string, key: string = randomUUID()): Promise<Outcome<'sendMessage'>> =>
  ada.call('sendMessage', {
    profile: bo.id,
    text: 'Tell me more',
    ...({ foothold_kind: kind, foothold: value } as { foothold_kind: 'about'; foothold: string }),
    idempotency_key: key,
  });

const creditsOf = async (who: TestClient): Promise<number> => (await who.call('getUser')).body.user.credits;
const lastOf = async (who: TestClient, other: TestClient) =>
  (await who.call('getChat', { profile: other.id })).body.messages.at(-1);

describe('a message that quotes something from a profile', () => {
  it.each([
    ['about', 'Do you read?'],
    ['about', 'Tea, never coffee.'],
    ['interest', 'sauna'],
  ])('shows %s to both members in the response, the event and the conversation', async (kind, value) => {
    await pair();
    const heard = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    const sent = await takeUp(kind, value);
    expect(sent.status).toBe(200);
    const foothold = { kind, text: value, photo: null };
    expect(sent.body.message.foothold).toEqual(foothold);
    expect((await lastOf(ada, bo))?.foothold).toEqual(foothold);
    expect((await lastOf(bo, ada))?.foothold).toEqual(foothold);
    for (const events of heard)
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'message', message: expect.objectContaining({ foothold }) }),
      );
  });

  it.each([
    ['about', 'sail on Sundays.'],
    ['about', 'I sail on Sundays. Do you read?'],
    ['about', 'I hate Sundays.'],
    ['interest', 'music,sauna'],
    ['interest', 'kissing'],
    ['interest', 'fetish'],
    ['photo', randomUUID()],
    ['photo', 'not an id'],
  ])('is refused without charge if the profile does not contain the quote: %s %s', async (kind, value) => {
    await pair();
    expect(await takeUp(kind, value)).toMatchObject({ status: 409, body: { error: 'chat.foothold-gone' } });
    expect(await creditsOf(ada)).toBe(100);
    expect((await ada.call('listChats')).body.chats).toEqual([]);
  });

  it('is refused with only a kind or only a value, and with an unknown kind', async () => {
    await pair();
    const base = { profile: bo.id, text: 'hi', idempotency_key: randomUUID() };
    expect((await ada.call('sendMessage', { ...base, foothold: 'music' })).status).toBe(422);
    expect((await ada.call('sendMessage', { ...base, foothold_kind: 'interest' })).status).toBe(422);
    expect((await takeUp('email', 'x')).status).toBe(422);
  });

  it('keeps the quoted words as sent, and the same key returns them again at no further charge', async () => {
    await pair();
    const key = randomUUID();
    const first = await takeUp('about', 'Do you read?', key);
    await test.sql(`update profiles set about = 'Something else.' where member_id = $1`, [bo.id]);
    const again = await Promise.all([takeUp('about', 'Do you read?', key), takeUp('about', 'Do you read?', key)]);
    for (const answer of again) expect(answer.body).toEqual(first.body);
    expect(await takeUp('interest', 'music', key)).toMatchObject({
      status: 409,
      body: { error: 'request.key-reused' },
    });
    expect(await takeUp('about', 'Do you read?')).toMatchObject({ body: { error: 'chat.foothold-gone' } });
    expect(await creditsOf(ada)).toBe(95);
    expect((await lastOf(bo, ada))?.foothold?.text).toBe('Do you read?');
  });

  it('is either sent and charged or refused when the sentence is rewritten at the same moment', async () => {
    await pair();
    const [sent] = await Promise.all([
      takeUp('about', 'Do you read?'),
      test.sql(`update profiles set about = 'Something else.' where member_id = $1`, [bo.id]),
    ]);
    expect([200, 409]).toContain(sent.status);
    expect(await creditsOf(ada)).toBe(sent.status === 200 ? 95 : 100);
    expect((await lastOf(ada, bo))?.foothold?.text).toBe(sent.status === 200 ? 'Do you read?' : undefined);
  });

  it('reports a block before a missing sentence, and hides its sentence while the profile is hidden', async () => {
    await pair();
    const sent = await takeUp('about', 'Do you read?');
    await test.sql(`update profiles set status = 'hidden' where member_id = $1`, [bo.id]);
    const { conversation } = sent.body.message;
    const gone = (await ada.call('getChat', { conversation })).body;
    expect(gone.messages.at(-1)?.foothold).toEqual({ kind: 'about', text: null, photo: null });
    expect(JSON.stringify(gone)).not.toContain('Do you read?');
    await test.sql(`update profiles set status = 'active' where member_id = $1`, [bo.id]);
    await bo.call('blockMember', { profile: ada.id });
    for (const value of ['Do you read?', 'I never said so.'])
      expect(await takeUp('about', value)).toMatchObject({ status: 403, body: { error: 'profile.blocked-you' } });
  });
});

describe('a photo that a message quotes', () => {
  async function addPhotos(): Promise<[main: string, second: string]> {
    for (const period of [7, 9]) {
      const cookies = Object.fromEntries(bo.cookies);
      const sent = { method: 'POST', url: '/api/photo.php', cookies, ...form(stripes(64, 48, period)) } as const;
      expect((await test.app.server.inject(sent)).statusCode).toBe(200);
    }
    await test.sql(`update photos set status = 'approved' where member_id = $1`, [bo.id]);
    const rows = await test.sql<{ photo_id: string }>(
      'select photo_id from photos where member_id = $1 order by position',
      [bo.id],
    );
    await test.sql(
      `update profiles set main_photo = $2, main_photo_status = 'approved', num_photos = 2 where member_id = $1`,
      [bo.id, rows[0]?.photo_id],
    );
    return rows.map((row) => row.photo_id) as [string, string];
  }

  it('is refused while locked, and disappears when premium ends or the photo is rejected', async () => {
    await pair();
    const [main, second] = await addPhotos();
    expect(await takeUp('photo', second)).toMatchObject({ status: 409, body: { error: 'chat.foothold-gone' } });
    expect((await takeUp('photo', main)).status).toBe(200);
    await test.sql('update members set paid_at = now() where member_id = $1', [ada.id]);
    const sent = await takeUp('photo', second);
    expect(sent.status).toBe(200);
    expect(sent.body.message.foothold?.photo?.filename).toContain(second);
    expect((await lastOf(bo, ada))?.foothold?.photo).not.toBeNull();
    await test.sql('update members set paid_at = null where member_id = $1', [ada.id]);
    expect((await lastOf(ada, bo))?.foothold).toEqual({ kind: 'photo', text: null, photo: null });
    expect((await lastOf(bo, ada))?.foothold?.photo).not.toBeNull();
    await test.sql(`update photos set status = 'rejected' where photo_id = $1`, [second]);
    expect((await lastOf(bo, ada))?.foothold).toEqual({ kind: 'photo', text: null, photo: null });
  });

  it('can be combined with a photo from the sender', async () => {
    await pair();
    const [main] = await addPhotos();
    const fields = { profile: bo.id, foothold_kind: 'photo', foothold: main, idempotency_key: randomUUID() };
    const sent = await sendFile(test, ada, fields, stripes(64, 48));
    expect(sent).toMatchObject({ status: 200, body: { message: { kind: 'photo', foothold: { kind: 'photo' } } } });
    expect(await creditsOf(ada)).toBe(90);
  });
});
