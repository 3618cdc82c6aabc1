import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import { createId } from '../../platform/ids.ts';
import { hearEvents, quickMember, sendFile, sendText, useCheckedApp, openLink } from '../../../tests/support/chat.ts';
import { stripes, uploadPhoto } from '../../../tests/support/photo-files.ts';
import type { Outcome, TestClient } from '../../../tests/support/test-app.ts';
import { reverseCredits } from '../../credits/wallets.ts';

const test = useCheckedApp();
let price: number;
let picture: Buffer;
let otherPicture: Buffer;

const paint = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();

beforeAll(async () => {
  price = (await test.client().call('getSettings')).body.photo_credits;
  [picture, otherPicture] = [await paint('#1a8f8a'), await paint('#f4b183')];
});

async function storedIn(conversation: string): Promise<string[]> {
  const folder = join(test.context.config.dataDir, 'photos', 'chat', conversation.slice(0, 2), conversation);
  return readdir(folder).catch(() => []);
}

const fetchAs = async (client: TestClient, url: string) => (await openLink(test, url, client)).statusCode;

describe('a photo in a chat', () => {
  it('is charged at its own price, carries a text, and opens only for the two members (MED-13)', async () => {
    const [ada, bo, eve] = [await quickMember(test, { credits: 50 }), await quickMember(test), await quickMember(test)];
    const sent = await sendFile(test, ada, { profile: bo.id, text: 'my view', idempotency_key: randomUUID() }, picture);
    expect(sent).toMatchObject({
      status: 200,
      body: {
        credits: 50 - price,
        message: { kind: 'photo', text: 'my view', credits: price, photo: { status: 'approved' } },
      },
    });
    const { conversation } = sent.body.message;
    const received = (await bo.call('getChat', { conversation })).body.messages[0];
    expect(received).toMatchObject({ kind: 'photo', own: false, credits: 0 });
    const [own, theirs] = [sent.body.message.photo!.filename, received!.photo!.filename];
    expect(own).not.toBe(theirs);
    expect([await fetchAs(ada, own), await fetchAs(bo, theirs)]).toEqual([200, 200]);
    for (const [client, url] of [
      [eve, own],
      [eve, theirs],
      [bo, own],
      [test.client(), theirs],
    ] as const)
      expect(await fetchAs(client, url)).toBe(403);
  });

  it('opens for neither member after a block: refused to the blocked one, gone for the other (MED-08)', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test, { credits: 50 })];
    const sent = await sendFile(test, ada, { profile: bo.id, idempotency_key: randomUUID() }, picture);
    const { conversation } = sent.body.message;
    const own = sent.body.message.photo!.filename;
    const theirs = (await bo.call('getChat', { conversation })).body.messages[0]!.photo!.filename;
    await bo.call('blockMember', { profile: ada.id });
    expect([await fetchAs(ada, own), await fetchAs(bo, theirs)]).toEqual([403, 404]);
  });

  it('is gone for the member who deleted the conversation, and stays for the other', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    const sent = await sendFile(test, ada, { profile: bo.id, idempotency_key: randomUUID() }, picture);
    const { conversation } = sent.body.message;
    const theirs = (await bo.call('getChat', { conversation })).body.messages[0]!.photo!.filename;
    await ada.call('deleteChat', { conversation });
    expect([await fetchAs(ada, sent.body.message.photo!.filename), await fetchAs(bo, theirs)]).toEqual([404, 200]);
  });

  it('counts as the same call only with the same bytes (MON-07), and duplicates store one picture', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 5 * price }), await quickMember(test)];
    const fields = { profile: bo.id, idempotency_key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendFile(test, ada, fields, picture)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body)))).toHaveLength(1);
    const reused = await sendFile(test, ada, fields, otherPicture);
    expect(reused).toMatchObject({ status: 409, body: { error: 'request.key-reused' } });
    expect(await storedIn(answers[0]!.body.message.conversation)).toHaveLength(1);
    expect((await ada.call('listLedger')).body.balance).toBe(4 * price);
  });

  it('leaves no charge and no file when refused', async () => {
    const [ada, bo] = [await quickMember(test, { credits: price - 1 }), await quickMember(test)];
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    const send = (bytes: Uint8Array) => sendFile(test, ada, { conversation, idempotency_key: randomUUID() }, bytes);
    expect((await send(picture)).body.error).toBe('chat.credits');
    expect(await storedIn(conversation)).toEqual([]);
    const rich = await quickMember(test, { credits: 50 });
    const refused = await sendFile(
      test,
      rich,
      { profile: bo.id, idempotency_key: randomUUID() },
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    );
    expect(refused).toMatchObject({ status: 422, body: { error: 'photo.type' } });
    expect((await rich.call('getChat', { profile: bo.id })).body).toMatchObject({ conversation: null, credits: 50 });
  });

  it('must be a file: text in its place gives a field error', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    const answer = await ada.call('sendMessage', { profile: bo.id, photo: 'abc', idempotency_key: randomUUID() });
    expect(answer).toMatchObject({ status: 422, body: { fields: { photo: 'field.invalid' } } });
  });

  it('is free to send to a fictional member, even for a member in debt', async () => {
    const ada = await quickMember(test);
    const demo = await quickMember(test, { fictional: true });
    const reversal = { memberId: ada.id, credits: 7, cause: 'chargeback', causeId: randomUUID() } as const;
    await test.context.database.transaction((tx) =>
      reverseCredits(tx, { ...reversal, paymentId: createId(), now: test.clock.now() }),
    );
    expect((await ada.call('getChat', { profile: demo.id })).body).toMatchObject({ send_blocker: null, credits: -7 });
    const sent = await sendFile(test, ada, { profile: demo.id, idempotency_key: randomUUID() }, picture);
    expect(sent.body).toMatchObject({ credits: -7, message: { kind: 'photo', credits: 0 } });
  });
});

let ada: TestClient;
let bo: TestClient;

const about = 'I sail on Sundays. Do you read?\nTea, never coffee.';

async function pair(paid = false): Promise<void> {
  [ada, bo] = [await quickMember(test, { credits: 100, paid }), await quickMember(test, { credits: 100 })];
  await test.sql(`update profiles set about = $2, interests = '{music,sauna}' where member_id = $1`, [bo.id, about]);
}

const sendQuote = (kind: string, value: string, key: string = randomUUID()): Promise<Outcome<'sendMessage'>> =>
  ada.call('sendMessage', {
    profile: bo.id,
    text: 'Tell me more',
    ...({ quote_kind: kind, quote: value } as { quote_kind: 'about'; quote: string }),
    idempotency_key: key,
  });

const getCredits = async (who: TestClient): Promise<number> => (await who.call('getUser')).body.user.credits;
const getLastMessage = async (who: TestClient, other: TestClient) =>
  (await who.call('getChat', { profile: other.id })).body.messages.at(-1);

describe('a message that quotes something from a profile', () => {
  it.each([
    ['about', 'Do you read?'],
    ['about', 'Tea, never coffee.'],
    ['interest', 'sauna'],
  ])('shows %s to both members in the response, the event and the conversation', async (kind, value) => {
    await pair();
    const heard = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    const sent = await sendQuote(kind, value);
    expect(sent.status).toBe(200);
    const quote = { kind, text: value, photo: null };
    expect(sent.body.message.quote).toEqual(quote);
    expect((await getLastMessage(ada, bo))?.quote).toEqual(quote);
    expect((await getLastMessage(bo, ada))?.quote).toEqual(quote);
    for (const events of heard)
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'message', message: expect.objectContaining({ quote }) }),
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
    expect(await sendQuote(kind, value)).toMatchObject({ status: 409, body: { error: 'chat.quote-gone' } });
    expect(await getCredits(ada)).toBe(100);
    expect((await ada.call('listChats')).body.chats).toEqual([]);
  });

  it('is refused with only a kind or only a value, and with an unknown kind', async () => {
    await pair();
    const base = { profile: bo.id, text: 'hi', idempotency_key: randomUUID() };
    expect((await ada.call('sendMessage', { ...base, quote: 'music' })).status).toBe(422);
    expect((await ada.call('sendMessage', { ...base, quote_kind: 'interest' })).status).toBe(422);
    expect((await sendQuote('email', 'x')).status).toBe(422);
  });

  it('keeps the quoted words as sent, and the same key returns them again at no further charge', async () => {
    await pair();
    const key = randomUUID();
    const first = await sendQuote('about', 'Do you read?', key);
    await test.sql(`update profiles set about = 'Something else.' where member_id = $1`, [bo.id]);
    const again = await Promise.all([sendQuote('about', 'Do you read?', key), sendQuote('about', 'Do you read?', key)]);
    for (const answer of again) expect(answer.body).toEqual(first.body);
    expect(await sendQuote('interest', 'music', key)).toMatchObject({
      status: 409,
      body: { error: 'request.key-reused' },
    });
    expect(await sendQuote('about', 'Do you read?')).toMatchObject({ body: { error: 'chat.quote-gone' } });
    expect(await getCredits(ada)).toBe(95);
    expect((await getLastMessage(bo, ada))?.quote?.text).toBe('Do you read?');
  });

  it('is either sent and charged or refused when the sentence is rewritten at the same moment', async () => {
    await pair();
    const [sent] = await Promise.all([
      sendQuote('about', 'Do you read?'),
      test.sql(`update profiles set about = 'Something else.' where member_id = $1`, [bo.id]),
    ]);
    expect([200, 409]).toContain(sent.status);
    expect(await getCredits(ada)).toBe(sent.status === 200 ? 95 : 100);
    expect((await getLastMessage(ada, bo))?.quote?.text).toBe(sent.status === 200 ? 'Do you read?' : undefined);
  });

  it('reports a block before a missing sentence, and hides its sentence while the profile is hidden', async () => {
    await pair();
    const sent = await sendQuote('about', 'Do you read?');
    await test.sql(`update profiles set status = 'hidden' where member_id = $1`, [bo.id]);
    const { conversation } = sent.body.message;
    const gone = (await ada.call('getChat', { conversation })).body;
    expect(gone.messages.at(-1)?.quote).toEqual({ kind: 'about', text: null, photo: null });
    expect(JSON.stringify(gone)).not.toContain('Do you read?');
    await test.sql(`update profiles set status = 'active' where member_id = $1`, [bo.id]);
    await bo.call('blockMember', { profile: ada.id });
    for (const value of ['Do you read?', 'I never said so.'])
      expect(await sendQuote('about', value)).toMatchObject({ status: 403, body: { error: 'profile.blocked-you' } });
  });
});

describe('a photo that a message quotes', () => {
  async function addPhotos(): Promise<[main: string, second: string]> {
    for (const period of [7, 9]) expect((await uploadPhoto(test, bo, stripes(64, 48, period))).status).toBe(200);
    await test.sql(`update photos set status = 'approved' where member_id = $1`, [bo.id]);
    const rows = await test.sql<{ photo_id: PhotoId }>(
      'select photo_id from photos where member_id = $1 order by position',
      [bo.id],
    );
    await test.sql(
      `update profiles set main_photo = $2, main_photo_status = 'approved', num_photos = 2 where member_id = $1`,
      [bo.id, rows[0]?.photo_id],
    );
    return rows.map((row) => row.photo_id) as [PhotoId, PhotoId];
  }

  it('is refused while locked, and disappears when premium ends or the photo is rejected', async () => {
    await pair();
    const [main, second] = await addPhotos();
    expect(await sendQuote('photo', second)).toMatchObject({ status: 409, body: { error: 'chat.quote-gone' } });
    expect((await sendQuote('photo', main)).status).toBe(200);
    await test.sql('update members set paid_at = now() where member_id = $1', [ada.id]);
    const sent = await sendQuote('photo', second);
    expect(sent.status).toBe(200);
    expect(sent.body.message.quote?.photo?.filename).toContain(second);
    expect((await getLastMessage(bo, ada))?.quote?.photo).not.toBeNull();
    await test.sql('update members set paid_at = null where member_id = $1', [ada.id]);
    expect((await getLastMessage(ada, bo))?.quote).toEqual({ kind: 'photo', text: null, photo: null });
    expect((await getLastMessage(bo, ada))?.quote?.photo).not.toBeNull();
    await test.sql(`update photos set status = 'rejected' where photo_id = $1`, [second]);
    expect((await getLastMessage(bo, ada))?.quote).toEqual({ kind: 'photo', text: null, photo: null });
  });

  it('can be combined with a photo from the sender', async () => {
    await pair();
    const [main] = await addPhotos();
    const fields = { profile: bo.id, quote_kind: 'photo', quote: main, idempotency_key: randomUUID() };
    const sent = await sendFile(test, ada, fields, stripes(64, 48));
    expect(sent).toMatchObject({ status: 200, body: { message: { kind: 'photo', quote: { kind: 'photo' } } } });
    expect(await getCredits(ada)).toBe(90);
  });
});
