import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { quickMember, sendText } from '../../tests/support/chat.ts';
import { createDigestTools } from '../../tests/support/digests.ts';
import { type PushApp, createPushApp } from '../../tests/support/push.ts';
import type { TestClient } from '../../tests/support/test-app.ts';
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import { planDigests } from './plan-digests.ts';
import { sendNotices } from './send-notices.ts';

let test: PushApp;
beforeAll(async () => {
  test = await createPushApp();
});
afterAll(() => test.close());
beforeEach(() => test.sql('delete from graphile_worker._private_jobs'));

const at = (time: string): void => test.clock.set(new Date(time));
const live = async (member: TestClient, country: string, region: string | null, town: string | null = null) => {
  await test.sql('update members set country = $2 where member_id = $1', [member.id, country]);
  await test.sql('update profiles set country = $2, region = $3, town = $4 where member_id = $1', [
    member.id,
    country,
    region,
    town,
  ]);
};
const run = async (): Promise<void> => {
  await sendNotices(test.context);
  await planDigests(test.context);
  // Future jobs wait by the database's clock.
  await test.sql('update graphile_worker._private_jobs set run_at = now() where run_at <= $1', [test.clock.now()]);
  await test.runJobs();
};
const mails = async (member: TestClient): Promise<number> => (await createDigestTools(test).readMails(member)).length;

/** Creates a member who lives there, and was away while a message waited for this many days. */
async function away(country: string, region: string | null, town: string | null = null, days = 5): Promise<TestClient> {
  const { away: leave, only } = createDigestTools(test);
  const [reader, writer] = [await leave(days + 5), await quickMember(test, { credits: 50 })];
  const now = test.clock.now();
  test.clock.set(new Date(now.getTime() - days * dayMs));
  await sendText(writer, { profile: reader.id }, 'a word');
  test.clock.set(now);
  await test.sql('update notices set waiting_since = null, due_at = null where member_id = $1', [reader.id]);
  for (const member of [reader, writer]) await only(member, ['unread_message_reminders']);
  await live(reader, country, region, town);
  return reader;
}

it('notices and pushes wait for the morning of the member’s region, not of the country', async () => {
  // A quarter to ten in the evening in New York, to five in the afternoon in Honolulu.
  at('2037-11-24T02:45:00Z');
  const writer = await quickMember(test, { credits: 500 });
  const readers = [];
  for (const region of ['US-NY', 'US-HI']) {
    const reader = await quickMember(test);
    await live(reader, 'US', region);
    const browser = await test.subscribe(reader);
    readers.push({ reader, browser });
  }
  // Sent a minute before ten, due after it.
  test.clock.move(14 * minuteMs + 50_000);
  for (const { reader } of readers) await sendText(writer, { profile: reader.id });
  test.clock.move(minuteMs);
  await test.push();
  expect(readers.map(({ browser }) => browser.pushes.length)).toEqual([0, 1]);
  test.clock.move(70 * minuteMs);
  await run();
  expect(await Promise.all(readers.map(({ reader }) => mails(reader)))).toEqual([0, 1]);
  at('2037-11-24T12:59:00Z');
  await test.push();
  await run();
  expect([await mails(readers[0]?.reader as TestClient), readers[0]?.browser.pushes.length]).toEqual([0, 0]);
  at('2037-11-24T13:01:00Z');
  await test.push();
  expect(readers.map(({ browser }) => browser.pushes.length)).toEqual([1, 1]);
});

describe('the weekly reminder', () => {
  it('opens at six in the evening of each member’s own time zone within one country', async () => {
    at('2037-11-23T12:00:00Z');
    const places = [
      ['US-NY', null, '2037-11-23T23:00:00Z'],
      [null, null, '2037-11-23T23:00:00Z'],
      ['US-TN', 'us-memphis', '2037-11-24T00:00:00Z'],
      ['US-TN', 'us-knoxville', '2037-11-23T23:00:00Z'],
      ['US-HI', null, '2037-11-24T04:00:00Z'],
    ] as const;
    const readers = [];
    for (const [region, town, opensAt] of places) readers.push({ reader: await away('US', region, town), opensAt });
    for (const hour of ['2037-11-23T22', '2037-11-23T23', '2037-11-24T00', '2037-11-24T03', '2037-11-24T04']) {
      at(`${hour}:30:00Z`);
      await run();
      for (const { reader, opensAt } of readers)
        expect(await mails(reader), `${opensAt} at ${hour}`).toBe(new Date(opensAt) < test.clock.now() ? 1 : 0);
    }
  });

  it.each([
    ['spring', '2038-03-08', '2038-03-15', ['2038-03-15T22:00', '2038-03-16T00:00', '2038-03-16T01:00']],
    ['autumn', '2038-11-01', '2038-11-08', ['2038-11-08T23:00', '2038-11-09T01:00', '2038-11-09T01:00']],
  ])('follows both clocks that change in %s and clocks that do not', async (_name, before, day, opens) => {
    at(`${before}T12:00:00Z`);
    const regions = ['US-NY', 'US-CO', 'US-AZ'];
    const readers: TestClient[] = [];
    for (const region of regions) readers.push(await away('US', region));
    const { planned, leave } = createDigestTools(test);
    const first: Record<string, string> = {};
    for (let hour = 0; hour < 48; hour += 1) {
      const now = Date.parse(`${hour < 24 ? before : day}T12:00:00Z`) + (hour % 24) * hourMs;
      test.clock.set(new Date(now));
      for (const reader of readers) {
        await leave(reader);
        await test.sql('update inbox set last_at = $2 where member_id = $1', [reader.id, new Date(now - 6 * dayMs)]);
      }
      await planDigests(test.context);
      for (const [index, reader] of readers.entries())
        for (const row of await planned(reader))
          first[`${regions[index]} ${row.day}`] ??= test.clock.now().toISOString().slice(0, 16);
    }
    const own = await Promise.all(readers.map(planned));
    // The previous week's window was open at first and counts too.
    expect(own.map((rows) => rows.map((row) => row.day).slice(-2))).toEqual(regions.map(() => [before, day]));
    expect(regions.map((region) => first[`${region} ${day}`])).toEqual(opens);
  });

  it('comes once to a member who moves west after it, within a country or to another', async () => {
    at('2037-11-23T05:30:00Z');
    // Old enough for the previous week's window, which is still open there.
    const [kiwi, reader] = [await away('NZ', null, null, 11), await away('US', 'US-NY', null, 11)];
    await run();
    expect(await mails(kiwi)).toBe(1);
    await live(kiwi, 'US', 'US-HI');
    at('2037-11-23T23:30:00Z');
    await run();
    await live(reader, 'US', 'US-HI');
    // Through the rest of the previous window, and through their own.
    for (let now = test.clock.now().getTime(); now < Date.parse('2037-11-26T00:00:00Z'); now += 3 * hourMs) {
      test.clock.set(new Date(now));
      await run();
    }
    expect([await mails(kiwi), await mails(reader)]).toEqual([1, 1]);
  });

  it('waits for the morning of a member who moves east while it is under way', async () => {
    at('2037-11-24T04:30:00Z');
    const reader = await away('US', 'US-HI');
    await planDigests(test.context);
    expect(await createDigestTools(test).planned(reader)).toHaveLength(1);
    await live(reader, 'US', 'US-NY');
    await run();
    expect(await mails(reader)).toBe(0);
    at('2037-11-24T12:59:00Z');
    await run();
    expect(await mails(reader)).toBe(0);
    at('2037-11-24T13:01:00Z');
    await run();
    expect(await mails(reader)).toBe(1);
  });

  it('is planned once for everybody, even after a run that died between two time zones', async () => {
    at('2037-11-24T01:30:00Z');
    const readers = [await away('US', 'US-NY'), await away('US', 'US-IL'), await away('CA', 'CA-ON')];
    let pages = 0;
    const { jobs } = test.context;
    const addAll: typeof jobs.addAll = (...given) => {
      pages += 1;
      return pages === 2 ? Promise.reject(new Error('killed')) : jobs.addAll(...given);
    };
    await expect(planDigests({ ...test.context, jobs: { ...jobs, addAll } })).rejects.toThrow('killed');
    const planned = async () =>
      (await Promise.all(readers.map(createDigestTools(test).planned))).map((rows) => rows.length);
    expect((await planned()).toSorted()).toEqual([0, 0, 1]);
    await Promise.all([planDigests(test.context), planDigests(test.context)]);
    await planDigests(test.context);
    expect(await planned()).toEqual([1, 1, 1]);
    await run();
    expect(await Promise.all(readers.map(mails))).toEqual([1, 1, 1]);
  });
});
