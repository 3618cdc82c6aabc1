import { stripeNames } from './methods.data.ts';
import { CallError, invalid } from './errors.ts';
import { type Fields, toFields, toTextList, toText, toTextFields } from './form.ts';
import { randomId } from '../shared/ids.ts';
import { buildDecline, newIntent, setStatus } from './payments.ts';
import {
  add,
  findObject,
  type Sandbox,
  type StoredIntent,
  type StoredMethod,
  type StoredSession,
  type StoredSetup,
} from './types.ts';

const sessionHours = 24;
const collectionDays = 2;

/** Throws 400 if a call has a parameter that is not among the known ones, separated by spaces. */
export function checkNames(fields: Fields, known: string): void {
  const names = known.split(' ');
  for (const name of Object.keys(fields)) {
    if (name === 'payment_method_types') {
      const code = 'payment_method_types_no_longer_supported';
      throw invalid(name, 'Use allowed_payment_method_types instead.', code);
    }
    if (name !== 'expand' && !names.includes(name)) {
      throw invalid(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
    }
  }
}

export function readAmount(text: string | null, param: string): number {
  const amount = text !== null && /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (amount === 0) throw invalid(param, 'The amount has to be a positive whole number.', 'parameter_invalid_integer');
  return amount;
}

function readCurrency(text: string | null): string {
  if (text === null || !/^[a-z]{3}$/.test(text)) throw invalid('currency', 'The currency is missing or not known.');
  return text;
}

function readMethods(fields: Fields): string[] {
  const methods = toTextList(fields['allowed_payment_method_types']);
  const unknown = methods.find((name) => !stripeNames.has(name));
  if (unknown !== undefined) {
    throw invalid(
      'allowed_payment_method_types',
      `Invalid payment method type: ${unknown}`,
      'payment_method_unsupported_type',
    );
  }
  return methods;
}

function readUrl(fields: Fields, name: string): string {
  const text = toText(fields[name]);
  const url = text !== null && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw invalid(name, 'Not a valid URL', 'url_invalid');
  return url.href;
}

function readCustomer(sandbox: Sandbox, fields: Fields): string | null {
  const id = toText(fields['customer']);
  if (id === null) return null;
  if (!findObject(sandbox.store, 'customer', id)) {
    throw new CallError(400, `No such customer: '${id}'`, { code: 'resource_missing', param: 'customer' });
  }
  return id;
}

const sessionNames =
  'adaptive_pricing allowed_payment_method_types cancel_url client_reference_id customer ' +
  'line_items locale metadata mode payment_intent_data success_url';

export function createSession(sandbox: Sandbox, fields: Fields): StoredSession {
  checkNames(fields, sessionNames);
  if (fields['mode'] !== 'payment') throw invalid('mode', 'Only payments are possible here.');
  const items = fields['line_items'];
  const item = Array.isArray(items) && items.length === 1 ? toFields(items[0]) : undefined;
  if (!item || item['quantity'] !== '1') throw invalid('line_items', 'One line item is needed here.');
  const price = toFields(item['price_data']);
  if (toText(toFields(price['product_data'])['name']) === null) throw invalid('line_items', 'The item needs a name.');
  const amount = readAmount(toText(price['unit_amount']), 'line_items[0][price_data][unit_amount]');
  const data = toFields(fields['payment_intent_data']);
  const methods = readMethods(fields);
  return add(sandbox, 'cs_test', {
    object: 'checkout.session',
    allowed_payment_method_types: methods,
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: readUrl(fields, 'cancel_url'),
    client_reference_id: toText(fields['client_reference_id']),
    currency: readCurrency(toText(price['currency'])),
    expires_at: Math.floor(sandbox.now() / 1000) + sessionHours * 3600,
    livemode: false,
    locale: toText(fields['locale']) as StoredSession['locale'],
    metadata: toTextFields(fields['metadata']),
    mode: 'payment',
    payment_method_types: methods,
    payment_status: 'unpaid',
    status: 'open',
    success_url: readUrl(fields, 'success_url'),
    url: null,
    customer: readCustomer(sandbox, fields),
    payment_intent: null,
    sandbox: {
      description: toText(data['description']) ?? '',
      intentMetadata: toTextFields(data['metadata']),
      futureUsage: data['setup_future_usage'] === 'off_session' ? 'off_session' : null,
      intent: null,
    },
  });
}

const intentNames =
  'allowed_payment_method_types amount confirm currency customer ' +
  'description metadata off_session payment_method return_url';

/** Charges a stored payment instrument: a card is paid or declined at once, a direct debit settles after two days. */
export function createCharge(sandbox: Sandbox, fields: Fields): StoredIntent {
  checkNames(fields, intentNames);
  if (fields['confirm'] !== 'true') throw invalid('confirm', 'Only stored payment instruments are charged here.');
  const isAway = fields['off_session'] === 'true';
  const customer = readCustomer(sandbox, fields);
  const method = findObject(sandbox.store, 'payment_method', toText(fields['payment_method']));
  if (!method || customer === null || method.customer !== customer) {
    throw new CallError(400, 'The payment method does not belong to the customer.', {
      code: 'resource_missing',
      param: 'payment_method',
    });
  }
  if (method.type === 'sepa_debit' && !isAway) throw invalid('mandate_data', 'The mandate is given in advance here.');
  const intent = newIntent(sandbox, {
    amount: readAmount(toText(fields['amount']), 'amount'),
    currency: readCurrency(toText(fields['currency'])),
    customer,
    description: toText(fields['description']),
    livemode: false,
    metadata: toTextFields(fields['metadata']),
    payment_method_types: readMethods(fields),
    payment_method: method.id,
  });
  intent.sandbox.returnUrl = isAway ? null : readUrl(fields, 'return_url');
  confirm(sandbox, intent, method);
  return intent;
}

function confirm(sandbox: Sandbox, intent: StoredIntent, method: StoredMethod): void {
  const { failure } = method.sandbox;
  if (method.type === 'sepa_debit') {
    Object.assign(intent.sandbox, { settlesAt: sandbox.now() + collectionDays * 24 * 3600 * 1000, failure });
    intent.status = 'processing';
  } else if (failure === null) {
    setStatus(sandbox, intent, 'paid');
  } else if (failure === 'authentication_required' && intent.sandbox.returnUrl !== null) {
    // The buyer is present, so the bank asks for authentication.
    intent.status = 'requires_action';
  } else {
    intent.payment_method = null;
    intent.last_payment_error = buildDecline(failure);
    setStatus(sandbox, intent, 'failed');
  }
}

const setupNames = 'allowed_payment_method_types confirm customer mandate_data metadata payment_method_data usage';

const eea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

const missingDetail = (field: string) =>
  invalid(`payment_method_data[billing_details][${field}]`, `Missing required param: ${field}.`, 'parameter_missing');

export function createSetup(sandbox: Sandbox, fields: Fields): StoredSetup {
  checkNames(fields, setupNames);
  const customer = readCustomer(sandbox, fields);
  const data = toFields(fields['payment_method_data']);
  const iban = toText(toFields(data['sepa_debit'])['iban']) ?? '';
  const billing = toFields(data['billing_details']);
  const [name, email] = [toText(billing['name']), toText(billing['email'])];
  const acceptance = toFields(toFields(fields['mandate_data'])['customer_acceptance']);
  if (customer === null || fields['confirm'] !== 'true') throw invalid('customer', 'The customer is required here.');
  for (const [field, value] of Object.entries({ name, email })) if (!value) throw missingDetail(field);
  if (acceptance['type'] !== 'offline')
    throw invalid('mandate_data', 'A mandate is required.', 'setup_intent_mandate_invalid');
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) {
    throw invalid('payment_method_data[sepa_debit][iban]', 'The IBAN is not valid.', 'invalid_number');
  }
  const address = toFields(billing['address']);
  const absent = ['line1', 'city', 'postal_code', 'country'].find((field) => !toText(address[field]));
  if (absent !== undefined && !eea.has(iban.slice(0, 2))) throw missingDetail(`address][${absent}`);
  const method = add(sandbox, 'pm', {
    object: 'payment_method',
    livemode: false,
    metadata: {},
    type: 'sepa_debit',
    customer,
    billing_details: { name, email },
    sepa_debit: {
      last4: iban.slice(-4),
      country: iban.slice(0, 2),
      bank_code: null,
      fingerprint: `iban${iban.slice(-10)}`,
    },
    sandbox: { failure: null },
  });
  return add(sandbox, 'seti', {
    object: 'setup_intent',
    livemode: false,
    metadata: toTextFields(fields['metadata']),
    payment_method_types: ['sepa_debit'],
    status: 'succeeded',
    usage: 'off_session',
    customer,
    mandate: randomId('mandate'),
    payment_method: method.id,
  });
}
