import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { reverseCredits } from '../../credits/reverse-credits.ts';
import { brokenInvariants, quickMember, sendFile, sendText } from '../../../tests/support/chat.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';

let test: TestApp;
let price: number;
let picture: Buffer;
let otherPicture: Buffer;

const paint = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();

beforeAll(async () => {
  test = await createTestApp();
  price = (await test.client().call('getSettings')).body.photo_credits;
  [picture, otherPicture] = [await paint('#1a8f8a'), await paint('#f4b183')];
});
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
});

async function storedIn(conversation: string): Promise<string[]> {
  const folder = join(test.context.config.dataDir, 'photos', 'chat', conversation.slice(0, 2), conversation);
  return readdir(folder).catch(() => []);
}

async function fetchAs(client: TestClient, url: string): Promise<number> {
  const answer = await test.app.server.inject({
    url,
    headers: { host: 'localhost' },
    cookies: Object.fromEntries(client.cookies),
  });
  return answer.statusCode;
}

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
      reverseCredits(tx, { ...reversal, paymentId: randomUUID(), now: test.clock.now() }),
    );
    expect((await ada.call('getChat', { profile: demo.id })).body).toMatchObject({ bar: null, credits: -7 });
    const sent = await sendFile(test, ada, { profile: demo.id, idempotency_key: randomUUID() }, picture);
    expect(sent.body).toMatchObject({ credits: -7, message: { kind: 'photo', credits: 0 } });
  });
});
