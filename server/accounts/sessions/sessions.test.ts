import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { sessionIdleDays } from '../../../contract/accounts/limits.ts';
import { sessionDays } from '../../../contract/platform/limits.ts';
import { quickMember } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { after, dayMs, minuteMs } from '../../platform/clock.ts';
import { hashToken, newToken } from '../../platform/hash.ts';
import {
  closeMemberSessions,
  closeSession,
  isSessionEnded,
  openSession,
  readSession,
  recordSessionUse,
  renewSession,
} from './sessions.ts';

const test = useTestApp();
let member: TestClient;
const now = new Date('2026-05-01T12:00:00Z');

beforeAll(async () => {
  member = await quickMember(test);
});

const open = (client: 'web' | 'app' = 'web', at = now): Promise<string> =>
  test.context.database.transaction((tx) => openSession(tx, member.id, client, at));
const reads = async (token: string | undefined, at: Date): Promise<boolean> =>
  (await readSession(test.context.database, token, at)) !== undefined;
const use = (token: string, at: Date): Promise<void> =>
  recordSessionUse(test.context.database, { id: member.id, sessionHash: hashToken(token) }, at);

describe('a session token', () => {
  it('is stored only as its hash (AUT-04)', async () => {
    const token = await open();
    const rows = await test.sql<{ hash: Buffer; row: string }>(
      `select token_hash as hash, s::text as row from sessions s where member_id = $1`,
      [member.id],
    );
    expect(rows.some(({ hash }) => hash.equals(hashToken(token)))).toBe(true);
    for (const { row } of rows) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  it.each([
    ['none', () => undefined],
    ['an empty one', () => ''],
    [
      'one with a flipped bit',
      (token: string) => token.slice(0, 37) + (token[37] === 'A' ? 'B' : 'A') + token.slice(38),
    ],
    ['one that names another member', (token: string) => `${randomUUID()}${token.slice(36)}`],
    ['one that names nobody', (token: string) => token.slice(37)],
    ['its beginning', (token: string) => token.slice(0, -1)],
    ['its hash', (token: string) => hashToken(token).toString('base64url')],
    ['an endless one', (token: string) => token.repeat(1_000)],
    ['SQL', (token: string) => `${token}' or '1'='1`],
  ])('does not open a session if replaced by %s (AUT-07)', async (_what, spoil) => {
    const token = await open();
    expect(await reads(spoil(token), now)).toBe(false);
    expect(await reads(token, now)).toBe(true);
  });

  it('identifies its member and their rights', async () => {
    const found = await readSession(test.context.database, await open('app'), now);
    expect(found).toMatchObject({
      member: { id: member.id, confirmed: true, paid: false, country: 'NL' },
      stale: false,
    });
  });
});

describe('a session token from before tokens named their member', () => {
  const openUnnamed = async (): Promise<string> => {
    const token = newToken();
    const stored = 'update sessions set token_hash = $2 where token_hash = $1';
    await test.sql(stored, [hashToken(await open()), hashToken(token)]);
    return token;
  };

  it('opens its session and is replaced by one that names the member', async () => {
    const token = await openUnnamed();
    const found = await readSession(test.context.database, token, now);
    expect(found?.member.id).toBe(member.id);
    expect(await isSessionEnded(test.context.database, token)).toBe(false);
    const renewed = await test.context.database.transaction((tx) => renewSession(tx, found!.member));
    expect(renewed.split('.')[0]).toBe(member.id);
    expect([await reads(token, now), await reads(renewed, now)]).toEqual([false, true]);
  });

  it('is read beside others', async () => {
    const [named, unnamed] = [await open(), await openUnnamed()];
    const tokens = [newToken(), unnamed, named, `${randomUUID()}.${newToken()}`];
    expect(await Promise.all(tokens.map((token) => reads(token, now)))).toEqual([false, true, true, false]);
  });

  it('ends its session at logout', async () => {
    const token = await openUnnamed();
    await test.context.database.transaction((tx) => closeSession(tx, token));
    expect(await reads(token, now)).toBe(false);
    expect(await isSessionEnded(test.context.database, token)).toBe(true);
  });
});

describe('the end of a session', () => {
  it('comes after exactly 14 days without use (AUT-09)', async () => {
    const token = await open();
    const idle = after(now, sessionIdleDays * dayMs);
    expect(await reads(token, after(idle, -minuteMs))).toBe(true);
    expect(await reads(token, idle)).toBe(false);
    await use(token, after(now, 13 * dayMs));
    expect(await reads(token, idle)).toBe(true);
    expect(await reads(token, after(now, 27 * dayMs + 1))).toBe(false);
  });

  it('comes after exactly 30 days, however often it is used (AUT-09)', async () => {
    const token = await open();
    const end = after(now, sessionDays * dayMs);
    for (let day = 5; day < sessionDays; day += 5) await use(token, after(now, day * dayMs));
    await use(token, after(end, -minuteMs));
    expect(await reads(token, after(end, -1))).toBe(true);
    expect(await reads(token, end)).toBe(false);
    await use(token, end);
    expect(await reads(token, end)).toBe(false);
  });

  it('is decided by the server’s clock even if the browser keeps the cookie (AUT-09)', async () => {
    const client = await quickMember(test);
    const cookie = client.cookies.get(test.context.sessionCookie);
    expect((await client.call('getUser')).status).toBe(200);
    test.clock.move(sessionIdleDays * dayMs + minuteMs);
    expect((await client.call('getUser')).body).toMatchObject({
      error: 'session.missing',
      authentication_required: true,
    });
    expect(client.cookies.get(test.context.sessionCookie)).toBe(cookie);
  });

  it('affects one device at logout, and all others when sessions are ended (AUT-10, AUT-13)', async () => {
    const [own, phone, old] = [await open(), await open('app'), await open()];
    const alive = async () => Promise.all([own, phone, old].map((token) => reads(token, now)));
    await test.context.database.transaction((tx) => closeSession(tx, old));
    expect(await alive()).toEqual([true, true, false]);
    await test.context.database.transaction((tx) => closeMemberSessions(tx, member.id, hashToken(own)));
    expect(await alive()).toEqual([true, false, false]);
    await test.context.database.transaction((tx) => closeMemberSessions(tx, member.id));
    expect(await alive()).toEqual([false, false, false]);
  });

  it('never affects the sessions of other members (AUT-13)', async () => {
    const other = await quickMember(test);
    await test.context.database.transaction((tx) => closeMemberSessions(tx, member.id));
    expect((await other.call('getUser')).status).toBe(200);
  });

  it.each(['banned', 'pending_deletion', 'deleted'])(
    'comes when the account is %s (AUT-10, AUT-12)',
    async (status) => {
      const client = await quickMember(test);
      const token = client.cookies.get(test.context.sessionCookie);
      await test.sql('update members set status = $2 where member_id = $1', [client.id, status]);
      expect(await reads(token, test.clock.now())).toBe(false);
    },
  );

  it('does not happen when its transaction is rolled back', async () => {
    const token = await open();
    const failed = test.context.database.transaction(async (tx) => {
      await closeSession(tx, token);
      throw new Error('half way');
    });
    await expect(failed).rejects.toThrow('half way');
    expect(await reads(token, now)).toBe(true);
  });
});
