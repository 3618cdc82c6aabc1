import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { jobHandlers, handlers } from '../server/modules.ts';
import { composeStatement } from '../server/platform/database/database.ts';
import { createLog } from '../server/platform/monitoring/log.ts';
import { uploadPhoto } from './support/photo-files.ts';
import { quickMember } from './support/chat.ts';
import { type Shop, openShop } from './support/payments.ts';
import { smtpMailer, startMailServer } from './support/smtp.ts';
import type { TestClient } from './support/test-app.ts';

/** One member's private values on the whole journey; none may appear where it does not belong. */
const canary = {
  email: 'canary-address@example.org',
  password: 'canary password one',
  wrong: 'canary password wrong',
  fresh: 'canary password two',
  birth: '1983-07-19',
  tracking: 'canary-tracking',
  text: 'canary words of love',
  draft: 'canary words unsent',
  about: 'canary about me',
  photo: 'canary-photo-name.png',
  lat: '52.387654',
  lon: '4.646219',
};

// A statement that the schema rejects, so that the database quotes the row in its error.
const refusedRow = (text: string) =>
  composeStatement(
    `insert into messages (conversation_id, seq, message_id, sender_id, kind, text, credits, created_at)
   values (gen_random_uuid(), 0, gen_random_uuid(), gen_random_uuid(), 'text', $1, 0, now())`,
    [text],
  );

interface Line {
  level: number;
  msg: string;
  event?: string;
  operation?: string;
  trace?: string;
}

describe("the logs of a member's journey", () => {
  const written: string[] = [];
  const payloads: string[] = [];
  const secrets = new Set(Object.values(canary));
  let shop: Shop;
  let member: TestClient;
  let payment: PaymentId;

  const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line);
  const found = (text: string): string[] => [...secrets].filter((secret) => text.includes(secret));
  async function captureLines(work: () => Promise<unknown>): Promise<Line[]> {
    const before = written.length;
    await work();
    return lines().slice(before);
  }
  const keepSecrets = (): void => {
    for (const value of member.cookies.values()) secrets.add(value);
  };
  async function mailedToken(): Promise<string> {
    await shop.test.runJobs();
    const newest = (await shop.test.outbox()).find(({ text }) => text.includes('token='));
    const token = /token=([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? '';
    expect(token.length).toBeGreaterThan(20);
    secrets.add(token);
    return token;
  }

  beforeAll(async () => {
    const log = createLog('trace', { write: (line: string) => void written.push(line) });
    shop = await openShop({ log });
    const { jobs } = shop.test.context;
    const add = jobs.add.bind(jobs);
    vi.spyOn(jobs, 'add').mockImplementation((tx, name, payload, options) => {
      payloads.push(JSON.stringify([name, payload, options]));
      return add(tx, name, payload, options);
    });
    member = shop.test.client();
  });
  afterAll(() => shop.close());

  it('AUT-15: have one event each for a sign-up, a wrong login, a login and a confirmed address', async () => {
    const steps = [
      () =>
        member.call('signUp', {
          email: canary.email,
          password: canary.password,
          name: 'Somebody',
          date_of_birth: canary.birth,
          gender: 'female',
          country: 'NL',
          accept_terms: true,
          consent_sensitive: false,
          tracking: { ref: canary.tracking },
        }),
      async () => {
        const { body } = await shop.test.client().call('logIn', { login: canary.email, password: canary.wrong });
        expect(body.error).toBe('login.failed');
      },
      async () => {
        keepSecrets();
        member.id = (await member.call('logIn', { login: canary.email, password: canary.password })).body.user.id;
        keepSecrets();
      },
      async () => member.call('activateAccount', { token: await mailedToken() }),
    ];
    const events: unknown[] = [];
    for (const step of steps) events.push((await captureLines(step)).map(({ event }) => event));
    expect(events).toEqual([
      ['account.opened', 'call'],
      ['login.failed'],
      ['login.ok', 'call'],
      ['account.activated', 'call'],
    ]);
  });

  it('have one line for each call of a successful message, draft, profile change, place, photo or payment', async () => {
    const other = await quickMember(shop.test);
    const { test } = shop;
    const all = await captureLines(async () => {
      const idempotency_key = crypto.randomUUID();
      const sent = await member.call('sendMessage', { profile: other.id, text: canary.text, idempotency_key });
      expect(sent.status).toBe(200);
      const draft = { profile: other.id, text: canary.draft, age_ms: 0 };
      expect((await member.call('saveDraft', draft)).status).toBe(200);
      expect((await member.call('updateProfile', { about: canary.about })).status).toBe(200);
      expect((await member.call('findPlace', { lat: canary.lat, lon: canary.lon })).status).toBe(200);
      const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#088' } })
        .png()
        .toBuffer();
      expect((await uploadPhoto(test, member, picture, canary.photo)).status).toBe(200);
      payment = (await shop.order(member)).body.payment.payment_id;
      await shop.control(await shop.providerId(payment), { status: 'paid' });
      await shop.hook(await shop.providerId(payment));
      expect(await shop.books(payment)).toMatchObject({ status: 'completed', entries: 1 });
    });
    expect(all.map(({ event, operation }) => [event, operation])).toEqual(
      [
        'sendMessage',
        'saveDraft',
        'updateProfile',
        'findPlace',
        'addPhoto',
        'createPayment',
        'handlePaymentWebhook',
      ].map((operation) => ['call', operation]),
    );
  });

  it('AUT-15: have one event each for a refusal, a denied call, a reset request and a reset', async () => {
    const steps = [
      () => member.call('updateProfile', { about: `${canary.about}${'x'.repeat(3_000)}` }),
      () => shop.test.client().call('getUser'),
      () => member.call('requestPasswordReset', { email: canary.email }),
      async () => member.call('resetPassword', { token: await mailedToken(), password: canary.fresh }),
    ];
    const events: unknown[] = [];
    for (const step of steps) events.push((await captureLines(step)).map(({ event }) => event));
    expect(events).toEqual([['refused'], ['access.denied'], ['reset.requested', 'call'], ['reset.done', 'call']]);
  });

  it('FLT-12: have a server error with its trace id, but nothing of the row that caused it (PII-06)', async () => {
    const { context } = shop.test;
    vi.spyOn(handlers, 'listGifts').mockImplementation(() =>
      context.database.transaction(async (tx) => {
        await tx.run(refusedRow(canary.text));
        return { gifts: [] };
      }),
    );
    let answer: { status: number; body: unknown } = { status: 0, body: null };
    const [line, ...others] = await captureLines(async () => {
      answer = await member.call('listGifts');
    });
    vi.mocked(handlers.listGifts).mockRestore();
    expect(answer).toMatchObject({
      status: 500,
      body: { error: 'request.failed', message: expect.any(String), trace: line?.trace },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/messages_|constraint|at |\.ts/);
    expect(line).toMatchObject({ level: 50, operation: 'listGifts', err: { constraint: 'messages_seq' } });
    expect(others).toEqual([]);
  });

  it('have an effect that failed after its commit, but nothing of the row that caused it (PII-06)', async () => {
    const { database } = shop.test.context;
    const said = await captureLines(() =>
      database.transaction(async (tx) => {
        tx.afterCommit(async () => {
          await database.transaction((late) => late.run(refusedRow(canary.text)));
        });
      }),
    );
    expect(said).toMatchObject([{ level: 50, err: { code: '23514' } }]);
  });

  it('lack an email address that a mail server refuses, as does the job (PII-05, PII-06)', async () => {
    const { context, sql } = shop.test;
    await shop.test.runJobs();
    const server = await startMailServer();
    // Real servers quote the address. The first refusal is temporary, the second permanent.
    let code = '450 4.2.0';
    server.decide = (step, to) => (step === 'rcpt' ? `${code} <${to}> does not get this` : undefined);
    context.mailer = smtpMailer(server);
    await member.call('requestPasswordReset', { email: canary.email });
    await context.jobs.start(jobHandlers(context));
    const failed = () =>
      sql<{ error: string }>('select last_error as error from graphile_worker.jobs where attempts > 0');
    await vi.waitUntil(async () => (await failed())[0]?.error, { timeout: 10_000 });
    const [job] = await failed();
    code = '550 5.1.1';
    await sql('update graphile_worker._private_jobs set run_at = now() where attempts > 0');
    await vi.waitUntil(async () => (await failed()).length === 0, { timeout: 10_000 });
    await context.jobs.close();
    await server.close();
    expect(server.tried).toEqual([canary.email, canary.email]);
    expect(job?.error).toContain('EENVELOPE 450');
    expect(found(job?.error ?? '')).toEqual([]);
    for (const line of ['EENVELOPE 450', 'EENVELOPE 550'])
      expect(lines().some(({ msg }) => msg.includes(line))).toBe(true);
  });

  it('PII-05, PII-06: have no secret in any line, nor has any job', () => {
    expect(secrets.size).toBeGreaterThanOrEqual(Object.keys(canary).length + 4);
    expect(written.length).toBeGreaterThan(10);
    expect(found(written.join())).toEqual([]);
    expect(payloads.length).toBeGreaterThan(2);
    expect(found(payloads.join())).toEqual([]);
  });

  it('PII-06: have no secret in the log of the database, although that has the refusals', async () => {
    const [row] = await shop.test.sql<{ folder: string }>(`select current_setting('data_directory') as folder`);
    const said = await readFile(join(dirname(row?.folder ?? ''), 'log'), 'utf8');
    expect(said).toContain('messages_seq');
    expect(found(said)).toEqual([]);
  });

  it('PII-06: go with stored answers that hold no message text and only the id of an order', async () => {
    const rows = await shop.test.sql<{ operation: string; answer: object }>(
      'select operation, answer from idempotency_keys where member_id = $1 and key is not null order by created_at',
      [member.id],
    );
    const kept = rows.map(({ operation, answer }) => [operation, found(JSON.stringify(answer))]);
    expect(kept).toEqual([
      ['sendMessage', []],
      ['createPayment', []],
    ]);
    expect(rows[1]?.answer).toEqual({ payment_id: payment });
  });
});
