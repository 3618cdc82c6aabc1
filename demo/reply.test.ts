import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { createId } from '../server/platform/ids.ts';
import type { LiveEvent } from '../contract/events.ts';
import { type TestClient, useTestApp } from '../tests/support/test-app.ts';
import { replyAsDemoMember } from './reply.ts';
import { demoLines } from './answers.data.ts';
import { insertCast } from './insert-cast.ts';

const test = useTestApp();
let writer: TestClient;
let demoId: string;
beforeAll(async () => {
  await insertCast(test.context);
  writer = await test.member();
  const [row] = await test.sql<{ member_id: MemberId }>(
    `select member_id from members where email = 'jonas@demo.invalid'`,
  );
  demoId = row!.member_id;
  await test.sql(`update members set language = 'fi' where member_id = $1`, [writer.id]);
});

const send = async (text: string) => {
  const { status, body } = await writer.call('sendMessage', { profile: demoId, text, idempotency_key: randomUUID() });
  expect(status).toBe(200);
  return body;
};
const statements = demoLines.fi.statements;

describe('a demo member', () => {
  it('reads, types, replies for free in the language of the sender and says that it is a demo member', async () => {
    const before = (await writer.call('listLedger')).body.balance;
    const { message, credits } = await send('Hei!');
    expect(credits).toBe(before);
    const events: LiveEvent[] = [];
    const stop = test.context.bus.subscribe(writer.id, (event) => events.push(event));
    await replyAsDemoMember(test.context, { conversation_id: message.conversation, seq: message.seq });
    stop();
    expect(events.map(({ type }) => type)).toEqual(['read', 'typing', 'message']);
    const { body } = await writer.call('getChat', { conversation: message.conversation });
    const answer = body.messages.at(-1)!;
    expect(answer).toMatchObject({ own: false, kind: 'text', seq: message.seq + 1 });
    expect(statements.some((line) => answer.text?.includes(line))).toBe(true);
    expect(body.profile.fictional).toBe(true);
    expect(body.conversation?.other_read_seq).toBe(answer.seq);
  });

  it('replies once, however often its job is repeated', async () => {
    const { message } = await send('Oletko siellä?');
    const job = { conversation_id: message.conversation, seq: message.seq };
    await Promise.all([replyAsDemoMember(test.context, job), replyAsDemoMember(test.context, job)]);
    await replyAsDemoMember(test.context, job);
    const { body } = await writer.call('getChat', { conversation: message.conversation });
    expect(body.messages.map(({ own }) => own)).toEqual([true, false, true, false]);
  });

  it('does not reply to a message that does not exist', async () => {
    await replyAsDemoMember(test.context, { conversation_id: createId(), seq: 1 });
    const [row] = await test.sql<{ count: number }>('select count(*)::int as count from conversations');
    expect(row?.count).toBe(1);
  });
});
