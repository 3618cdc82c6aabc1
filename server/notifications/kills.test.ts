import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { quickMember, sendText } from '../../tests/support/chat.ts';
import { type Digests, createDigestTools } from '../../tests/support/digests.ts';
import { failStatement } from '../../tests/support/fail-statement.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { minuteMs } from '../platform/clock.ts';
import { planDigests } from './plan-digests.ts';
import { sendNotices } from './send-notices.ts';

const test = useTestApp();
/** A Monday evening in Amsterdam, when the unread reminder opens. */
const evening = new Date('2037-11-23T17:30:00Z');
let { away, only }: Digests = {} as Digests;
let sent: { to: string; id: string | undefined }[];
beforeAll(async () => {
  ({ away, only } = createDigestTools(test));
  const { mailer } = test.context;
  test.context.mailer = {
    ...mailer,
    send: async (email) => {
      await mailer.send(email);
      sent.push({ to: email.to, id: email.messageId });
    },
  };
});
beforeEach(async () => {
  await test.sql('delete from graphile_worker._private_jobs');
  test.clock.set(evening);
  sent = [];
});

/** Creates a member who has been away for days, has an unread message, and gets only reminders. */
async function waiting(): Promise<TestClient> {
  const reader = await away(10);
  test.clock.move(-5 * 24 * 60 * minuteMs);
  await sendText(await quickMember(test, { credits: 50 }), { profile: reader.id });
  test.clock.move(5 * 24 * 60 * minuteMs);
  await only(reader, ['unread_message_reminders']);
  await test.sql('update notices set waiting_since = null, due_at = null where member_id = $1', [reader.id]);
  return reader;
}

async function written(): Promise<TestClient> {
  const reader = await quickMember(test);
  test.clock.move(minuteMs);
  await sendText(await quickMember(test, { credits: 50 }), { profile: reader.id });
  test.clock.move(11 * minuteMs);
  await only(reader, ['new_conversations']);
  return reader;
}

async function runAll(): Promise<void> {
  await test.sql('update graphile_worker._private_jobs set run_at = now()');
  await test.runJobs();
}

/** Runs `work` until its nth step kills it, then again as the next worker. Returns whether that step exists. */
async function killedAt(nth: number, work: () => Promise<unknown>): Promise<boolean> {
  const stop = failStatement(test.context.database, nth);
  await work().catch(() => undefined);
  const isKilled = stop();
  await work();
  return isKilled;
}

const mailsTo = ({ id }: TestClient) => sent.filter(({ to }) => to === `${id}@example.org`);

describe('a worker that is killed', () => {
  it.each([
    ['the planning of a digest', waiting, planDigests, 10],
    ['the closing of a window', written, sendNotices, 6],
  ] as const)('at any step of %s leads to exactly one mail', async (_what, prepare, decide, steps) => {
    let killed = 0;
    for (let nth = 1; ; nth += 1) {
      const reader = await prepare();
      const isKilled = await killedAt(nth, () => decide(test.context));
      await runAll();
      expect([nth, mailsTo(reader).length]).toEqual([nth, 1]);
      await decide(test.context);
      await runAll();
      expect([nth, mailsTo(reader).length]).toEqual([nth, 1]);
      if (!isKilled) break;
      killed += 1;
    }
    expect(killed).toBeGreaterThan(steps);
  });

  it.each([
    ['a digest', waiting, planDigests],
    ['a notice', written, sendNotices],
  ] as const)(
    'at any step of sending %s sends it once, or again only with the same Message-ID',
    async (_what, prepare, decide) => {
      const counts: number[] = [];
      for (let nth = 1; ; nth += 1) {
        // Many steps would otherwise lead into the quiet hours.
        test.clock.set(evening);
        const reader = await prepare();
        await decide(test.context);
        const stop = failStatement(test.context.database, nth);
        await test.runJobs();
        const isKilled = stop();
        const before = mailsTo(reader).length;
        const [turn] = await test.sql<{ isRecorded: boolean }>(
          'select sent_at is not null as "isRecorded" from notices where member_id = $1',
          [reader.id],
        );
        await runAll();
        const mails = mailsTo(reader);
        expect([nth, mails.length, new Set(mails.map(({ id }) => id)).size]).toEqual([
          nth,
          // Killed between sending and recording it, it was sent and is sent again.
          turn?.isRecorded ? before : before + 1,
          1,
        ]);
        // Planning again finds it told.
        await decide(test.context);
        await runAll();
        expect(mailsTo(reader)).toHaveLength(mails.length);
        counts.push(mails.length);
        if (!isKilled) break;
      }
      expect(counts.length).toBeGreaterThan(10);
      expect(new Set(counts)).toEqual(new Set([1, 2]));
    },
  );
});
