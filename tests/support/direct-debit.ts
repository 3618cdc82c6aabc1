import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { composeIBAN } from 'ibantools';

import { toId } from '../../contract/platform/id.ts';
import { type OperationName, getEndpoint } from '../../contract/calls.ts';
import { buildApp } from '../../server/program/app.ts';
import { closeContext, createContext } from '../../server/program/start-services.ts';
import type { Shop } from './payments.ts';
import type { TestApp, TestClient } from './test-app.ts';

export const iban = 'NL91 ABNA 0417 1643 00';

let accounts = 0;

/** Returns a bank account that no other direct debit has. */
export function nextAccount(): string {
  accounts += 1;
  const bban = `37040044${String(accounts).padStart(10, '0')}`;
  return composeIBAN({ countryCode: 'DE', bban }) ?? '';
}

let numbers = 10_000_000;

/** Returns a mobile number that no other direct debit has. */
export function newPhone(): string {
  numbers += 1;
  return `06${numbers}`;
}

export function start(buyer: TestClient, fields: object = {}) {
  return buyer.call('startDirectDebit', {
    bundle: 'medium',
    iban,
    phone: newPhone(),
    holder: 'Robin Haan',
    idempotency_key: randomUUID(),
    ...fields,
  });
}

/** Returns the text messages sent so far, newest first. */
export async function messages(test: TestApp) {
  await test.runJobs();
  return (await test.outbox()).filter(({ channel }) => channel === 'sms');
}

/** Reads the code in the newest text message. */
export async function newestCode(test: TestApp): Promise<string> {
  const [message] = await messages(test);
  return /\d{6}/.exec(message?.text ?? '')?.[0] ?? '';
}

export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

type Place = Pick<Shop, 'test' | 'providerId'>;

/** Begins a direct debit, whose code has been sent; from an account of its own, unless told otherwise. */
export async function begun({ test }: Place, fields: object = {}, given?: TestClient) {
  const buyer = given ?? (await test.member());
  const started = await start(buyer, { iban: nextAccount(), ...fields });
  const { id } = started.body;
  const code = await newestCode(test);
  const confirm = (typed = code, more: object = {}) => buyer.call('confirmDirectDebit', { id, code: typed, ...more });
  const state = async () => (await buyer.call('getDirectDebit', { id })).body.state;
  return { buyer, started, id, code, confirm, state };
}

/** Begins a direct debit and gives its mandate. */
export async function collected(place: Place, fields: object = {}, given?: TestClient) {
  const debit = await begun(place, fields, given);
  const answer = await debit.confirm();
  const paymentId = toId<PaymentId>(answer.body.payment?.payment_id);
  return { ...debit, answer, paymentId, providerPayment: await place.providerId(paymentId) };
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Creates another node on a test's database, with its own context. */
export async function secondNode({ context: first, clock }: TestApp) {
  const { host, port, user, database, max } = first.database.pool.options;
  const connection = { host, port, user, database, max } as Parameters<typeof createContext>[0]['connection'];
  const { config, payments } = first;
  const context = await createContext({
    config,
    root,
    clock,
    connection,
    paymentProvider: payments.mollie,
    address: () => '',
  });
  const app = await buildApp(context, {});
  await app.server.ready();
  return {
    app,
    context,
    call: async (client: TestClient, name: OperationName, payload: object) => {
      const { method, path } = getEndpoint(name);
      const headers = { host: 'localhost', 'x-client-type': 'web' };
      const cookies = Object.fromEntries(client.cookies);
      const answer = await app.server.inject({ method, url: path, headers, cookies, payload });
      return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
    },
    close: async () => {
      await app.server.close();
      await closeContext(context);
    },
  };
}
