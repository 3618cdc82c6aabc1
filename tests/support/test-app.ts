import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Logger, runOnce } from 'graphile-worker';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { type OperationName, getEndpoint } from '../../contract/calls.ts';
import type { ErrorBody } from '../../contract/platform/errors.ts';
import type { Input, Output } from '../../contract/index.ts';
import { demoSite } from '../../demo/main.ts';
import { type App, type AppOptions, buildApp } from '../../server/program/app.ts';
import { readConfig } from '../../server/program/config.ts';
import type { PaymentConnections } from '../../server/payments/providers.ts';
import type { AppContext } from '../../server/context.ts';
import { jobHandlers } from '../../server/modules.ts';
import { movableClock } from './movable-clock.ts';
import type { ConnectionOptions } from '../../server/platform/database/database.ts';
import type { OutboxEntry } from '../../server/platform/outbox.ts';
import { closeContext, createContext } from '../../server/program/start-services.ts';
import { findUndescribed } from './described-responses.ts';
import { type TestServer, templateName } from './global-setup.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const silent = new Logger(() => () => undefined);

/** A call's response, typed as success and as failure. */
export interface Outcome<Name extends OperationName> {
  status: number;
  body: Output<Name> & ErrorBody;
  headers: Record<string, unknown>;
}

/** A browser: it keeps its cookies and calls operations over HTTP, as the pages do. */
export interface TestClient {
  call<Name extends OperationName>(
    name: Name,
    input?: Partial<Input<Name>> | object,
    headers?: Record<string, string>,
  ): Promise<Outcome<Name>>;
  cookies: Map<string, string>;
  /** The member's id after `signUp`. */
  id: MemberId;
}

export interface TestApp {
  app: App;
  context: AppContext;
  clock: ReturnType<typeof movableClock>;
  client(): TestClient;
  /** A client of a fresh member, whose address is confirmed unless told otherwise. */
  member(options?: MemberOptions): Promise<TestClient>;
  /** Runs every job that is due in real time. Tests of waiting jobs set their clock years ahead. */
  runJobs(): Promise<void>;
  outbox(): Promise<OutboxEntry[]>;
  sql<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface MemberOptions {
  name?: string;
  email?: string;
  password?: string;
  gender?: 'male' | 'female';
  sexuality?: 'hetero' | 'gay' | 'lesbian' | 'bi';
  country?: string;
  town?: string;
  /** Whether the member gets mails about discounts and news. */
  consent_offers?: boolean;
  date_of_birth?: string;
  confirmed?: boolean;
  paid?: boolean;
}

export const testPassword = 'a quiet evening by the sea';

/** Opens an application before the tests of the file or `describe` that calls this, and closes it after them. */
export function useTestApp(options?: Parameters<typeof createTestApp>[0]): TestApp {
  const test = {} as TestApp;
  beforeAll(async () => void Object.assign(test, await createTestApp(options)));
  afterAll(() => test.close());
  return test;
}

/** Creates the application on its own database, with a settable clock and a readable outbox. */
export async function createTestApp(
  options: {
    env?: Record<string, string>;
    paymentProvider?: PaymentConnections['mollie'];
    stripe?: PaymentConnections['stripe'];
    pages?: string;
    bodyLimits?: AppOptions['bodyLimits'];
    onRoute?: AppOptions['onRoute'];
    log?: AppContext['log'];
    /** Replaces the real versions of the terms. */
    terms?: AppContext['terms'];
    /** Another address of the same database server, such as a proxy, or other limits of time. */
    database?: Omit<ConnectionOptions, 'database'>;
    /** Another server that has the template, such as the durable one. */
    server?: TestServer;
  } = {},
): Promise<TestApp> {
  const { host, port, user } = options.server ?? inject('database');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await admin({ host, port, user }, `create database ${name} template ${templateName} strategy file_copy`);
  const folder = await mkdtemp(join(tmpdir(), 'tealight-test-'));
  const config = readConfig(
    { LOG_LEVEL: 'silent', DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000', PORT: '0', ...options.env },
    root,
  );
  const clock = movableClock();
  const context = await createContext({
    config,
    root,
    clock,
    extension: config.demo ? demoSite : null,
    connection: { host, port, ...options.database, user, database: name, max: 12 },
    paymentProvider: options.paymentProvider ?? { url: 'http://127.0.0.1:9', apiKey: 'none' },
    ...(options.stripe ? { stripe: options.stripe } : {}),
    ...(options.log ? { log: options.log } : {}),
    ...(options.terms ? { terms: options.terms } : {}),
    address: () => {
      const bound = app.server.addresses()[0] as { port: number } | undefined;
      return `http://127.0.0.1:${bound?.port ?? 0}`;
    },
  });
  const undeclared = new Set<string>();
  const app = await buildApp(context, {
    ...(options.pages ? { pages: options.pages } : {}),
    ...(options.bodyLimits ? { bodyLimits: options.bodyLimits } : {}),
    ...(options.onRoute ? { onRoute: options.onRoute } : {}),
    onUndeclaredError: (operation, code) => undeclared.add(`${operation}: ${code}`),
  });
  await app.server.ready();
  const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await context.database.pool.query(text, values)).rows as Row[];
  const client = (): TestClient => createClient(app);
  return {
    app,
    context,
    clock,
    client,
    sql,
    member: (wanted = {}) => createMember(client(), sql, wanted),
    runJobs: () =>
      runOnce({
        pgPool: context.database.pool,
        taskList: jobHandlers(context) as never,
        noHandleSignals: true,
        logger: silent,
        // With batching, even at a delay of 0, the worker waits until job results are recorded; otherwise it does not.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      }),
    outbox: async () => (await context.mailer.outbox?.()) ?? [],
    close: async () => {
      await app.server.close();
      await closeContext(context);
      await admin({ host, port, user }, `drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
      if (undeclared.size > 0) throw new Error(`errors that no contract declares: ${[...undeclared].join(', ')}`);
    },
  };
}

async function admin(connection: TestServer, text: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  await client.query(text);
  await client.end();
}

function createClient(app: App): TestClient {
  const cookies = new Map<string, string>();
  return {
    cookies,
    id: toId(''),
    call: async (name, input = {}, headers = {}) => {
      const { method, path } = getEndpoint(name);
      const query =
        method === 'GET'
          ? (Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)])) as Record<
              string,
              string
            >)
          : undefined;
      const answer = await app.server.inject({
        method,
        // The provider names itself in the query.
        url: name === 'handlePaymentWebhook' ? `${path}?provider=mollie` : path,
        headers: { host: 'localhost', 'x-client-type': 'web', ...headers },
        cookies: Object.fromEntries(cookies),
        ...(query ? { query } : { payload: input }),
      });
      for (const { name: cookie, value } of answer.cookies as { name: string; value: string }[]) {
        if (value === '') cookies.delete(cookie);
        else cookies.set(cookie, value);
      }
      const body = answer.body === '' ? null : answer.json();
      const undescribed = findUndescribed(name, { status: answer.statusCode, headers: answer.headers, body });
      if (undescribed !== undefined) throw new Error(undescribed);
      return { status: answer.statusCode, body, headers: answer.headers } as never;
    },
  };
}

/** Returns a sign-up's input, with a new name and address each time. */
export function signUpForm(changes: object = {}) {
  const unique = randomUUID().slice(0, 8);
  return {
    email: `${unique}@example.org`,
    password: testPassword,
    name: `Member ${unique}`,
    date_of_birth: '1990-05-17',
    gender: 'female',
    sexuality: 'hetero',
    country: 'NL',
    town: 'nl-haarlem',
    accept_terms: true,
    consent_sensitive: true,
    ...changes,
  };
}

async function createMember(
  client: TestClient,
  sql: (text: string, values?: unknown[]) => Promise<unknown[]>,
  wanted: MemberOptions,
): Promise<TestClient> {
  const { confirmed = true, paid = false, ...fields } = wanted;
  const answer = await client.call('signUp', signUpForm(fields));
  if (answer.status !== 200) throw new Error(`sign-up failed: ${JSON.stringify(answer.body)}`);
  client.id = toId(answer.body.user?.id);
  if (confirmed) {
    await sql(`update members set status = 'active', confirmed_at = now() where member_id = $1`, [client.id]);
    await sql(`update profiles set status = 'active' where member_id = $1`, [client.id]);
  }
  if (paid) await sql('update members set paid_at = now() where member_id = $1', [client.id]);
  return client;
}
