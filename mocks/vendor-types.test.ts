import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { startSandbox } from './payment-provider/testing.ts';
import { startStripeSandbox } from './stripe-provider/testing.ts';
import type { VendorTypes } from './vendor-types.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const flags =
  '--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node --allowImportingTsExtensions --pretty false';

type Answer = [type: keyof VendorTypes, answer: unknown];

let folder: string;
let mollie: Awaited<ReturnType<typeof startSandbox>>;
let stripe: Awaited<ReturnType<typeof startStripeSandbox>>;
beforeAll(async () => {
  // Inside the project, where the compiler finds the clients' types.
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache', 'answers-'));
  [mollie, stripe] = await Promise.all([startSandbox(), startStripeSandbox()]);
});
afterAll(async () => {
  await Promise.all([mollie.close(), stripe.close(), rm(folder, { recursive: true })]);
});

/** Returns the compiler's errors for responses written as values of the vendors' types. */
async function complaints(answers: readonly Answer[]): Promise<string[]> {
  const types = relative(folder, join(root, 'mocks', 'vendor-types.ts')).replaceAll('\\', '/');
  const lines = answers.map(
    ([type, answer], index) => `export const answer${index}: VendorTypes['${type}'] = ${JSON.stringify(answer)};`,
  );
  const file = join(folder, 'answers.ts');
  await writeFile(file, [`import type { VendorTypes } from '${types}';`, ...lines, ''].join('\n'));
  const compiler = join(root, 'node_modules', 'typescript', 'lib', 'tsc.js');
  return promisify(execFile)(process.execPath, [compiler, ...flags.split(' '), file], { cwd: root }).then(
    () => [],
    (error: { stdout?: string }) => (error.stdout ?? '').split('\n').filter((line) => line !== ''),
  );
}

const post = async (path: string, body: object) => (await mollie.call('POST', path, body)).body;
const read = async (path: string) => (await mollie.call('GET', path)).body;

async function collectMollieAnswers(): Promise<Answer[]> {
  const answers: Answer[] = [];
  const note = <T>(type: keyof VendorTypes, answer: T): T => {
    answers.push([type, answer]);
    return answer;
  };
  const payment = async (id: unknown) => note('Mollie payment', await read(`/v2/payments/${String(id)}`));
  const customer = note(
    'Mollie customer',
    await post('/v2/customers', { locale: 'fi_FI', metadata: { member_id: 'm' } }),
  );
  const whose = { customerId: customer['id'] as string };
  const first = note('Mollie payment', await mollie.create({ ...whose, sequenceType: 'first', method: 'creditcard' }));
  await mollie.press(first['id'], 'pay', 'insufficient');
  await payment(first['id']);
  const account = { method: 'directdebit', consumerName: 'A. B.', consumerAccount: 'NL55INGB0000000000' };
  const debit = note('Mollie mandate', await post(`/v2/customers/${whose.customerId}/mandates`, account));
  for (const mandateId of [first['mandateId'], debit['id']] as string[]) {
    const again = { amount: first['amount'], description: 'again', sequenceType: 'recurring', mandateId };
    note('Mollie payment', await post('/v2/payments', { ...whose, ...again }));
  }
  const mandates = await read(`/v2/customers/${whose.customerId}/mandates`);
  for (const mandate of mandates['_embedded'].mandates as unknown[]) note('Mollie mandate', mandate);
  for (const method of ['ideal', 'paypal', 'banktransfer', 'applepay', 'paysafecard']) {
    const { id } = await mollie.create({ method });
    await payment(id);
    await mollie.press(id, 'pay');
    await payment(id);
  }
  for (const status of ['pending', 'authorized', 'failed', 'canceled', 'expired']) {
    const { id } = await mollie.create({ method: 'ideal' });
    await mollie.call('PUT', `/control/payments/${id}`, { status });
    await payment(id);
  }
  const paid = await mollie.create();
  await mollie.press(paid['id'], 'pay');
  const half = { amount: { currency: 'EUR', value: '7.00' } };
  note('Mollie refund', await post(`/v2/payments/${paid['id']}/refunds`, half));
  const back = await post(`/control/payments/${paid['id']}/chargeback`, { ...half, reason: 'MD06' });
  note('Mollie chargeback', back);
  await payment(paid['id']);
  for (const query of ['includeWallets=applepay', 'sequenceType=recurring']) {
    const { _embedded: found } = await read(`/v2/methods?${query}`);
    for (const method of found.methods as unknown[]) note('Mollie method', method);
  }
  return answers;
}

const form = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'eur',
  'line_items[0][price_data][unit_amount]': '1499',
  'line_items[0][price_data][product_data][name]': '120 credits',
  'payment_intent_data[description]': '120 credits',
  success_url: 'http://shop.test/transactions/1',
  cancel_url: 'http://shop.test/transactions/1',
  locale: 'de',
};

async function collectStripeAnswers(): Promise<Answer[]> {
  const answers: Answer[] = [];
  const note = (type: keyof VendorTypes, answer: unknown) => answers.push([type, answer]);
  const send = async (path: string, body: object) => (await stripe.call('POST', path, body)).body;
  const get = async (path: string) => (await stripe.call('GET', path)).body;
  const customer = await send('/v1/customers', { 'preferred_locales[0]': 'de', 'metadata[member_id]': 'm' });
  note('Stripe customer', customer);
  const createSession = async (method: string, action: string, card?: string) => {
    const stored =
      method === 'card' ? { customer: customer['id'], 'payment_intent_data[setup_future_usage]': 'off_session' } : {};
    const made = await send('/v1/checkout/sessions', { ...form, 'allowed_payment_method_types[0]': method, ...stored });
    note('Stripe session', made);
    await stripe.press(made['id'], action, card);
    const shown = await get(`/v1/checkout/sessions/${made['id']}?expand[0]=payment_intent.latest_charge`);
    note('Stripe session', shown);
    return shown;
  };
  for (const method of ['ideal', 'paypal', 'sepa_debit']) await createSession(method, 'pay');
  for (const action of ['fail', 'cancel']) await createSession('card', action);
  const bought = await createSession('card', 'pay', 'visa');
  const waiting = await createSession('card', 'pay', 'pending');
  const declined = await createSession('card', 'pay', 'insufficient');
  for (const { payment_intent: intent } of [bought, waiting, declined]) {
    note('Stripe payment method', await get(`/v1/payment_methods/${intent.payment_method}`));
    const charge = { amount: '1499', currency: 'eur', customer: customer['id'], confirm: 'true' };
    const card = { payment_method: intent.payment_method, 'allowed_payment_method_types[0]': 'card' };
    const made = await send('/v1/payment_intents', { ...charge, ...card, return_url: 'http://shop.test/' });
    note('Stripe payment intent', made['error']?.payment_intent ?? made);
  }
  const { payment_intent: intent } = bought;
  note('Stripe charge', await get(`/v1/charges/${intent.latest_charge.id}`));
  note('Stripe refund', await send('/v1/refunds', { payment_intent: intent.id, amount: '300', 'metadata[key]': 'k' }));
  for (const status of ['warning_needs_response', 'needs_response'])
    note('Stripe dispute', await send(`/control/payments/${bought['id']}/chargeback`, { status }));
  const setup = {
    customer: customer['id'],
    confirm: 'true',
    usage: 'off_session',
    'allowed_payment_method_types[0]': 'sepa_debit',
    'payment_method_data[type]': 'sepa_debit',
    'payment_method_data[sepa_debit][iban]': 'NL55INGB0000000000',
    'payment_method_data[billing_details][name]': 'A. B.',
    'payment_method_data[billing_details][email]': 'a@b.test',
    'mandate_data[customer_acceptance][type]': 'offline',
    'expand[0]': 'payment_method',
  };
  note('Stripe setup intent', await send('/v1/setup_intents', setup));
  for (const configuration of (await get('/v1/payment_method_configurations'))['data'] as unknown[])
    note('Stripe configuration', configuration);
  return answers;
}

it('the responses of the sandboxes fit the types of the vendors’ own clients, with no extra fields', async () => {
  const answers = [...(await collectMollieAnswers()), ...(await collectStripeAnswers())];
  expect(new Set(answers.map(([type]) => type)).size).toBe(15);
  expect(await complaints(answers)).toEqual([]);
});

it('a response with a value or field that the vendor does not know is reported', async () => {
  const found = await complaints([
    ['Mollie payment', { resource: 'payment', status: 'done' }],
    ['Mollie method', { id: 'ideal', price: 1 }],
    ['Stripe session', { status: 'ended' }],
    ['Stripe dispute', { status: 'lost', outcome: 'bad' }],
    ['Stripe payment intent', { latest_charge: { payment_method_details: { card: { colour: 'red' } } } }],
  ]);
  expect(found.map((line) => /answers\.ts\((\d+),/.exec(line)?.[1])).toEqual(['2', '3', '4', '5', '6']);
});
