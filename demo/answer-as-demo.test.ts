import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LiveEvent } from '../contract/events.ts';
import { type TestApp, type TestClient, createTestApp } from '../tests/support/test-app.ts';
import { answerAsDemo } from './answer-as-demo.ts';
import { demoLines } from './answers.data.ts';
import { insertCast } from './insert-cast.ts';

let test: TestApp;
let writer: TestClient;
let demoId: string;
beforeAll(async () => {
  test = await createTestApp();
  await insertCast(test.context);
  writer = await test.member();
  const [row] = await test.sql<{ member_id: string }>(
    `select member_id from members where email = 'jonas@demo.invalid'`,
  );
  demoId = row!.member_id;
  await test.sql(`update members set language = 'fi' where member_id = $1`, [writer.id]);
});
afterAll(() => test.close());

const write = async (text: string) => {
  const { status, body } = await writer.call('sendMessage', { profile: demoId, text, idempotency_key: randomUUID() });
  expect(status).toBe(200);
  return body;
};
const statements = demoLines.fi.statements;

describe('a demo member', () => {
  it('reads, types and answers in the language of the writer, and says what it is, free of charge', async () => {
    const before = (await writer.call('listLedger')).body.balance;
    const { message, credits } = await write('Hei!');
    expect(credits).toBe(before);
    const events: LiveEvent[] = [];
    const stop = test.context.bus.subscribe(writer.id, (event) => events.push(event));
    await answerAsDemo(test.context, { conversation_id: message.conversation, seq: message.seq });
    stop();
    expect(events.map(({ type }) => type)).toEqual(['read', 'typing', 'message']);
    const { body } = await writer.call('getChat', { conversation: message.conversation });
    const answer = body.messages.at(-1)!;
    expect(answer).toMatchObject({ own: false, kind: 'text', seq: message.seq + 1 });
    expect(statements.some((line) => answer.text?.includes(line))).toBe(true);
    expect(body.profile.fictional).toBe(true);
    expect(body.conversation?.other_read_seq).toBe(message.seq);
  });

  it('answers once, however often its job is repeated', async () => {
    const { message } = await write('Oletko siellä?');
    const job = { conversation_id: message.conversation, seq: message.seq };
    await Promise.all([answerAsDemo(test.context, job), answerAsDemo(test.context, job)]);
    await answerAsDemo(test.context, job);
    const { body } = await writer.call('getChat', { conversation: message.conversation });
    expect(body.messages.map(({ own }) => own)).toEqual([true, false, true, false]);
  });

  it('says nothing to a message that does not exist', async () => {
    await answerAsDemo(test.context, { conversation_id: randomUUID(), seq: 1 });
    const [row] = await test.sql<{ count: number }>('select count(*)::int as count from conversations');
    expect(row?.count).toBe(1);
  });
});
