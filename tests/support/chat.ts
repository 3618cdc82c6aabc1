import { randomUUID } from 'node:crypto';

import { databaseChecks } from '../../bench/faults/check-database.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { Output } from '../../contract/index.ts';
import { grantCredits } from '../../server/credits/grant-credits.ts';
import { openWallet } from '../../server/credits/open-wallet.ts';
import { createProfile } from '../../server/members/create-profile.ts';
import { openSession } from '../../server/accounts/sessions/sessions.ts';
import type { Outcome, TestApp, TestClient } from './test-app.ts';

export interface QuickMember {
  credits?: number;
  confirmed?: boolean;
  paid?: boolean;
  fictional?: boolean;
  invisible?: boolean;
  name?: string;
}

/** Inserts a logged-in member directly into the database, which avoids hashing a password. */
export async function quickMember(test: TestApp, wanted: QuickMember = {}): Promise<TestClient> {
  const { credits = 0, confirmed = true, paid = false, fictional = false, invisible = false } = wanted;
  const id = randomUUID();
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

export async function giveCredits(test: TestApp, memberId: string, credits: number): Promise<void> {
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
export function hearEvents(test: TestApp, memberId: string): LiveEvent[] {
  const heard: LiveEvent[] = [];
  test.context.bus.subscribe(memberId, (event) => heard.push(event));
  return heard;
}

/** The violated invariants of money and messages, one line each. Call this only when no operation is running. */
export async function brokenInvariants(test: TestApp): Promise<string[]> {
  const found = await Promise.all(
    (['ledger', 'debit', 'unread', 'gaps', 'payments'] as const).map((check) =>
      test.sql<{ fault: string }>(databaseChecks[check]),
    ),
  );
  return found.flat().map((row) => row.fault);
}
