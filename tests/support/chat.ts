import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, expect, vi } from 'vitest';

import { createId } from '../../server/platform/ids.ts';
import { databaseChecks } from '../../bench/faults/database-checks.data.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { Output } from '../../contract/index.ts';
import { checks } from '../../server/books/queries.ts';
import { grantCredits, openWallet } from '../../server/credits/wallets.ts';
import { createProfile } from '../../server/members/write-profile.ts';
import { openSession } from '../../server/accounts/sessions/sessions.ts';
import { type Outcome, type TestApp, type TestClient, useTestApp } from './test-app.ts';

export interface QuickMember {
  credits?: number;
  confirmed?: boolean;
  paid?: boolean;
  fictional?: boolean;
  invisible?: boolean;
  name?: string;
}

/** Opens an application whose money and messages must add up after the tests. */
export function useCheckedApp(): TestApp {
  const test = useTestApp();
  afterAll(async () => expect(await brokenInvariants(test)).toEqual([]));
  return test;
}

/** Creates two members who can write to each other, with credits. */
export async function twoMembers(test: TestApp, credits = 100): Promise<[TestClient, TestClient]> {
  return [await quickMember(test, { credits }), await quickMember(test, { credits })];
}

/** Creates two members, and sends a message from the first to the second. */
export async function startChat(test: TestApp, text?: string) {
  const [ada, bo] = await twoMembers(test);
  const { conversation } = (await sendText(ada, { profile: bo.id }, text)).body.message;
  return { ada, bo, conversation };
}

/** Inserts a logged-in member directly into the database, which avoids hashing a password. */
export async function quickMember(test: TestApp, wanted: QuickMember = {}): Promise<TestClient> {
  const { credits = 0, confirmed = true, paid = false, fictional = false, invisible = false } = wanted;
  const id = createId<MemberId>();
  const name = wanted.name ?? `Member ${id.slice(0, 8)}`;
  const now = test.clock.now();
  const client = test.client();
  client.id = id;
  await test.sql(
    `insert into members (member_id, site, email, name, password_hash, status, confirmed_at, language, country, signup_at,
                          paid_at, terms_version, terms_accepted_at)
     values ($1, 'default', $2, $3, 'none', $4, $5, 'en', 'NL', $6, $7, '1', $6)`,
    [
      id,
      `${id}@example.org`,
      name,
      confirmed ? 'active' : 'not_confirmed',
      confirmed ? now : null,
      now,
      paid ? now : null,
    ],
  );
  const token = await test.context.database.transaction(async (tx) => {
    const place = { country: 'NL', region: null, town: null } as const;
    const birth = { gender: 'female', sexuality: null, dateOfBirth: '1990-05-17' } as const;
    await createProfile(tx, { memberId: id, name, ...birth, ...place, fictional, now });
    await openWallet(tx, id, 0, now);
    return openSession(tx, id, 'web', now);
  });
  await test.sql('update profiles set status = $2, invisible = $3 where member_id = $1', [
    id,
    confirmed ? 'active' : 'disabled',
    invisible,
  ]);
  if (credits > 0) await giveCredits(test, id, credits);
  client.cookies.set(test.context.sessionCookie, token);
  return client;
}

export async function giveCredits(test: TestApp, memberId: MemberId, credits: number): Promise<void> {
  const now = test.clock.now();
  const from = { cause: 'bonus', causeId: randomUUID(), paymentId: null, price: null } as const;
  await test.context.database.transaction((tx) => grantCredits(tx, { memberId, credits, ...from, now }));
}

/** Sends a text under a fresh key, to a conversation or a member. */
export function sendText(
  client: TestClient,
  target: { conversation?: string; profile?: string },
  text = 'hello',
  key: string = randomUUID(),
): Promise<Outcome<'sendMessage'>> {
  return client.call('sendMessage', { ...target, text, idempotency_key: key });
}

/** Sends a multipart call with one file, as a browser does. */
export async function sendFile(
  test: TestApp,
  client: TestClient,
  fields: Record<string, string>,
  bytes: Uint8Array,
): Promise<{ status: number; body: Output<'sendMessage'> & { error?: string } }> {
  const boundary = `----${randomUUID()}`;
  const head = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="x.png"\r\ncontent-type: image/png\r\n\r\n`;
  const answer = await test.app.server.inject({
    method: 'POST',
    url: '/api/message.php',
    headers: { host: 'localhost', 'content-type': `multipart/form-data; boundary=${boundary}` },
    cookies: Object.fromEntries(client.cookies),
    payload: Buffer.concat([Buffer.from(head.join('') + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Collects all events that the bus publishes to a member from now on. */
export function hearEvents(test: TestApp, memberId: MemberId): LiveEvent[] {
  const heard: LiveEvent[] = [];
  test.context.bus.subscribe(memberId, (event) => heard.push(event));
  return heard;
}

/** Lists the violated invariants of money and messages, one line each. Call this only when no operation is running. */
export async function brokenInvariants(test: Pick<TestApp, 'sql'>): Promise<string[]> {
  const { debit, unread, gaps } = databaseChecks;
  const statements = [...checks.map(({ statement }) => statement), debit, unread, gaps];
  const found = await Promise.all(statements.map((statement) => test.sql<{ fault: string }>(statement)));
  return found.flat().map((row) => row.fault);
}

/** Replaces the settings of the default site, or of another scope. */
export async function configureSite(test: TestApp, values: object, scope = 'default'): Promise<void> {
  const upsert = 'on conflict (scope) do update set values = excluded.values';
  await test.sql(`insert into setting_scopes (scope, values) values ($1, $2) ${upsert}`, [
    scope,
    JSON.stringify(values),
  ]);
  test.context.sites.clear();
}

/** Opens a link as a member, or as a visitor. */
export function openLink(test: TestApp, url: string, client?: TestClient) {
  const cookies = Object.fromEntries(client?.cookies ?? []);
  return test.app.server.inject({ url, headers: { host: 'localhost' }, cookies });
}

/** Waits until this many statements wait for a lock. */
export async function waitForLocks(test: TestApp, count = 1): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => test.sql(text)).toHaveLength(count);
}

/**
 * Runs `act` in place of every statement until the mock is restored. `name` is the statement's name, or its text if it
 * has none, as `commit`.
 */
export function replaceStatements(act: (name: string, run: () => Promise<unknown>, client: pg.Client) => unknown) {
  const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>;
  return vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const name = typeof given[0] === 'string' ? given[0] : (given[0] as { name?: string }).name;
    return act(name ?? '', () => query.apply(this, given), this);
  } as never);
}
