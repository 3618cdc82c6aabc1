import { unprocessable } from '../shared/api-error.ts';
import { readAmount, readFields } from '../shared/fields.ts';
import type { Fields } from '../shared/fields.ts';
import { debit, findMethod, refusal } from './methods.ts';
import { sequenceTypes } from './types.ts';
import type { Amount } from '../shared/money.ts';
import type { StoredPayment } from './types.ts';

const locales = new Set(
  (
    'ca_ES da_DK de_AT de_CH de_DE en_GB en_US es_ES fi_FI fr_BE fr_FR hu_HU is_IS it_IT lt_LT lv_LV ' +
    'nb_NO nl_BE nl_NL pl_PL pt_PT sv_SE'
  ).split(' '),
);
const descriptionLength = 255;
const metadataBytes = 1024;
const urlLength = 2000;

export type NewPayment = Pick<
  StoredPayment,
  | 'amount'
  | 'description'
  | 'redirectUrl'
  | 'cancelUrl'
  | 'webhookUrl'
  | 'locale'
  | 'method'
  | 'offeredMethods'
  | 'metadata'
  | 'sequenceType'
  | 'customerId'
  | 'mandateId'
>;

function readUrl(value: unknown, field: string, webOnly: boolean): string {
  const url =
    typeof value === 'string' && value.length <= urlLength && URL.canParse(value) ? new URL(value) : undefined;
  // Apps may use their own scheme, but never one that executes in the page.
  const fits =
    url && (webOnly ? /^https?:$/.test(url.protocol) : !/^(javascript|data|vbscript|blob|file):$/.test(url.protocol));
  if (!fits) throw unprocessable(field, 'The URL is invalid.');
  return url.href;
}

const isAbsent = (value: unknown) => value === undefined || value === null;

function readMethods(value: unknown, amount: Amount): string[] {
  if (isAbsent(value)) return [];
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  return ids.map((id) => {
    const method = typeof id === 'string' ? findMethod(id) : undefined;
    if (!method) throw unprocessable('method', 'The payment method is invalid.');
    const refused = refusal(method, amount);
    if (refused === 'currency') throw unprocessable('method', 'The payment method does not take this currency.');
    if (refused === 'minimum') throw unprocessable('amount', 'The amount is lower than the minimum.');
    if (refused === 'maximum') throw unprocessable('amount', 'The amount is higher than the maximum.');
    return method.id;
  });
}

export function readLocale(locale: unknown): string | null {
  if (isAbsent(locale)) return null;
  if (typeof locale !== 'string' || !locales.has(locale)) throw unprocessable('locale', 'The locale is invalid.');
  return locale;
}

export function readMetadata(metadata: unknown): unknown {
  if (Buffer.byteLength(JSON.stringify(metadata ?? null)) > metadataBytes) {
    throw unprocessable('metadata', `The metadata is larger than ${metadataBytes} bytes.`);
  }
  return metadata ?? null;
}

function readSequence(fields: Fields): Pick<NewPayment, 'sequenceType' | 'customerId' | 'mandateId'> {
  const wanted = fields['sequenceType'] ?? 'oneoff';
  const sequenceType = sequenceTypes.find((type) => type === wanted);
  if (!sequenceType) throw unprocessable('sequenceType', 'The sequence type is invalid.');
  const [customerId, mandateId] = ['customerId', 'mandateId'].map((field) => {
    const id = fields[field] ?? null;
    if (id !== null && typeof id !== 'string') throw unprocessable(field, 'The id is invalid.');
    return id;
  });
  if (sequenceType !== 'oneoff' && !customerId) throw unprocessable('customerId', 'The customer is required.');
  return { sequenceType, customerId: customerId ?? null, mandateId: mandateId ?? null };
}

/** Validates the body of `POST /v2/payments`. Throws 422 with the name of the first invalid field. */
export function readNewPayment(body: unknown): NewPayment {
  const fields = readFields(body);
  const amount = readAmount(fields['amount']);
  const { description, locale, metadata } = fields;
  if (typeof description !== 'string' || description.trim() === '') {
    throw unprocessable('description', 'The description is required.');
  }
  if (description.length > descriptionLength) {
    throw unprocessable('description', `The description is longer than ${descriptionLength} characters.`);
  }
  const { sequenceType, ...whose } = readSequence(fields);
  const redirectUrl = isAbsent(fields['redirectUrl']) ? null : readUrl(fields['redirectUrl'], 'redirectUrl', false);
  if (redirectUrl === null && sequenceType !== 'recurring')
    throw unprocessable('redirectUrl', 'The redirect URL is required.');
  const offeredMethods = readMethods(fields['method'], amount);
  if (sequenceType === 'oneoff' && offeredMethods.includes(debit))
    throw unprocessable('method', 'The payment method is not enabled for single payments.');
  return {
    amount,
    description,
    redirectUrl,
    cancelUrl: isAbsent(fields['cancelUrl']) ? null : readUrl(fields['cancelUrl'], 'cancelUrl', false),
    webhookUrl: isAbsent(fields['webhookUrl']) ? null : readUrl(fields['webhookUrl'], 'webhookUrl', true),
    locale: readLocale(locale),
    method: offeredMethods.length === 1 ? (offeredMethods[0] ?? null) : null,
    offeredMethods,
    metadata: readMetadata(metadata),
    sequenceType,
    ...whose,
  };
}
