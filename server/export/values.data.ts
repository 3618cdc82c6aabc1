import { findPushKind } from '../../contract/accounts/consents.ts';
import { type Attribute, type SpokenLanguage, attributeNames, attributes } from '../../contract/members/attributes.ts';
import { isCountry } from '../../contract/platform/countries.ts';
import { browserNames, keeperNames, systemNames } from '../../contract/accounts/device-names.ts';
import type { Quote } from '../../contract/chat/quote.ts';
import { giftAnswers } from '../../contract/chat/gifts.ts';
import { isInterest } from '../../contract/members/interests.ts';
import { isLanguage } from '../../contract/platform/languages.ts';
import {
  type NotificationKind,
  notificationKinds,
  stopReasons,
} from '../../contract/notifications/notification-rules.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import { methodIds } from '../../contract/payments/payment-methods.ts';
import { photoRefusals } from '../../contract/photos/photo-rules.ts';
import { receiptNumber } from '../../contract/payments/receipt-number.ts';
import { regions } from '../../contract/geo/regions.data.ts';
import type { SearchOrder } from '../../contract/members/search-orders.ts';
import { complaintKinds, complaintOutcomes, reportReasons } from '../../contract/support/operations.ts';
import type { Tracking } from '../../contract/sources/tracking.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { townById } from '../geo/towns.ts';
import { methodName } from '../payments/method-name.ts';
import type { ReceiptDocument } from '../payments/receipts/document.ts';
import type { Place } from './reader.ts';

/** Writes a value as words, or a list of them; undefined if it has none and is shown unchanged. */
type Write = (value: unknown, place: Place) => string | readonly string[] | undefined;

const named =
  (names: Readonly<Record<string, string>>): Write =>
  (value) =>
    names[String(value)];

const said =
  (sentences: Readonly<Record<string, SentenceId>>): Write =>
  (value, { say }) => {
    const sentence = sentences[String(value)];
    return sentence && say(sentence);
  };

const under = (prefix: string, values: readonly string[]): Write =>
  said(Object.fromEntries(values.map((value) => [value, `${prefix}.${value}` as SentenceId])));

const isAttribute = (name: string): name is Attribute => name in attributes;
const attribute = (name: Attribute): Write => under(`attributes.${name}`, attributes[name]);
const countryIn = (language: string, code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) ? new Intl.DisplayNames(language, { type: 'region' }).of(code) : undefined;
const country: Write = (value, { language }) => countryIn(language, String(value));
const findRegion = (code: string): string | undefined => {
  const home = code.slice(0, 2);
  return isCountry(home) ? regions[home].find((one) => one.code === code)?.name : undefined;
};
const day: Write = (value, { format }) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(value)
    ? format.day(new Date(value), 'UTC')
    : undefined;
const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);
const money: Write = (value, { format, row: { currency } }) =>
  isCurrency(currency) ? format.money(Number(value), currency) : undefined;
const account: Write = (value, { say }) =>
  say(value === 'member' || value === 'buyer' ? 'export.account.own' : 'export.account.ours');
const writeName: Write = (value, { names }) => names.get(String(value));
const kindOfNotice = ({ say }: Place, kind: NotificationKind): string => say(`notifications.kind.${kind}`);
const isKind = (text: string): text is NotificationKind => (notificationKinds as readonly string[]).includes(text);

const consent: Write = (value, place) => {
  const { say, row } = place;
  const subject = String(value);
  if (subject === 'terms' && !row['given']) return say('consents.terms.declined');
  if (subject === 'terms' || subject === 'begin_at_once') return say(`consents.${subject}`);
  if (subject === 'sensitive') return say(row['given'] ? 'consents.sensitive.given' : 'consents.sensitive.ended');
  if (subject === 'push') return say(row['given'] ? 'consents.push.on' : 'consents.push.off');
  if (subject === 'visitor_photo')
    return say(row['given'] ? 'consents.visitor-photo.on' : 'consents.visitor-photo.off');
  const push = findPushKind(subject);
  if (push)
    return say(row['given'] ? 'consents.push-kind.on' : 'consents.push-kind.off', { kind: kindOfNotice(place, push) });
  if (!isKind(subject)) return undefined;
  return say(row['given'] ? 'consents.kind.on' : 'consents.kind.off', { kind: kindOfNotice(place, subject) });
};

const cause: Write = (value, { say, row, names }) =>
  value === 'payment'
    ? say('payments.result.title')
    : say(`payments.cause.${String(value)}` as SentenceId, {
        name: names.get(String(row['member'])) ?? say('payments.someone'),
      });

/** The fields of a saved search; any other field is an attribute. */
const filters: Readonly<Record<string, (place: Place, value: string) => string | undefined>> = {
  country: (place, value) => (value === 'all' ? place.say('members.any-country') : countryIn(place.language, value)),
  countryregion: (_place, value) => findRegion(value),
  min_age: ({ say }, value) => say('members.chip', { attribute: say('members.age-low'), value }),
  max_age: ({ say }, value) => say('members.chip', { attribute: say('members.age-high'), value }),
  distance: ({ say }, km) => say('members.within', { unit: 'km', far: km }),
  online: ({ say }, value) => (value === 'true' ? say('members.online-now') : undefined),
  with_photo: ({ say }, value) => (value === 'true' ? say('members.with-photo') : undefined),
  order: ({ say }, value) => say(`members.order-${value as SearchOrder}`),
};

const search: Write = (value, place) =>
  Object.entries(value as object).flatMap(([field, wanted]) => {
    const one = filters[field];
    if (one) return one(place, String(wanted)) ?? [];
    if (!isAttribute(field)) return `${field}: ${String(wanted)}`;
    const { say } = place;
    const words = String(wanted)
      .split(',')
      .map((word) => attribute(field)(word, place) ?? word);
    return say('members.chip', { attribute: say(`attributes.${field}`), value: words.join(', ') });
  });

const noticesOff: Write = (value, place) => {
  const { say } = place;
  return Object.entries(value as object).map(([kind, by]) => {
    const name = isKind(kind) ? kindOfNotice(place, kind) : kind;
    const reason = stopReasons.find((one) => one === by);
    return reason ? `${name}: ${say(`notifications.stopped.${reason}`)}` : name;
  });
};

/** Writes the partner link that brought the member, as `contract/sources/tracking.ts` stores it. */
const source: Write = (value, { say }) =>
  Object.entries(value as Tracking).map(([name, text]) => {
    if (name === 'network') return `${say('export.column.network')}: ${text}`;
    if (name === 'ref') return `${say('export.source.ref')}: ${text}`;
    return `${say('export.source.sub', { number: name.slice(-1) })}: ${text}`;
  });

const receipt: Write = (value) => {
  const { title, facts = [], seller, buyer, lines = [], sums = [], notes = [] } = value as Partial<ReceiptDocument>;
  return [
    title,
    ...[seller, buyer].flatMap((one) => [one?.title, one?.lines.join(', ')]),
    ...facts.map((pair) => pair.join(': ')),
    ...lines.map(({ text, printed }) => `${text}: ${printed}`),
    ...sums.map((pair) => pair.join(': ')),
    ...notes,
  ].flatMap((line) => line ?? []);
};

const method: Write = (value, { say }) => {
  const id = methodIds.find((one) => one === value);
  return id && methodName(say, id);
};

/** `table.column` wins over `column`; without words, a value is shown unchanged. The JSON files keep every value. */
export const words: Readonly<Record<string, Write>> = {
  ...Object.fromEntries(attributeNames.map((name) => [name, attribute(name)])),
  answer: (value, { say, row }) => {
    const number = giftAnswers.find((one) => one === value);
    const gift = { gift: String(row['gift']) };
    return number && `${say('chat.gift-question', gift)} ${say(`chat.gift-answer-${number}`, gift)}`;
  },
  amount: money,
  born: day,
  browser: named(browserNames),
  bundle: (_id, { say, row }) => say('payments.bundle-credits', { count: row['credits'] }),
  cause,
  consent,
  consent_version: day,
  conversation: writeName,
  country,
  currency: (value, { language }) =>
    isCurrency(value) ? new Intl.DisplayNames(language, { type: 'currency' }).of(value) : undefined,
  day,
  declared_country: country,
  document: receipt,
  from: account,
  gift: (gift, { say }) => say('chat.gift-name', { gift }),
  interests: (value, { say }) =>
    (value as string[]).map((key) => (isInterest(key) ? say(`interests.${key}`) : key)).join(', '),
  keeper: named(keeperNames),
  language: (value, { say }) => (isLanguage(value) ? say(`attributes.languages.${value}`) : undefined),
  languages: (value, { say }) =>
    (value as SpokenLanguage[]).map((one) => say(`attributes.languages.${one}`)).join(', '),
  member: writeName,
  method,
  next: money,
  next_country: country,
  notices_off: noticesOff,
  order: (value) => (/^[\da-f-]{36}$/.test(String(value)) ? formatOrderNumber(String(value)) : undefined),
  push_off: (value, place) => (value as string[]).flatMap((kind) => (isKind(kind) ? kindOfNotice(place, kind) : [])),
  quote: (value, { say, row, names }) => {
    const { kind, value: key } = value as { kind: Quote['kind']; value: string | null };
    if (kind === 'photo') return say('chat.quote-photo');
    if (kind === 'interest') return key !== null && isInterest(key) ? say(`interests.${key}`) : undefined;
    return say('chat.quote-theirs', { name: names.get(String(row['conversation'])) ?? '' });
  },
  payer_country: country,
  provider: named({ mollie: 'Mollie', stripe: 'Stripe' }),
  region: (value) => findRegion(String(value)),
  request_country: country,
  search,
  source,
  system: named(systemNames),
  terms_version: day,
  // A hash tells a reader nothing; the version does.
  text_hash: () => [],
  to: account,
  town: (value) => townById(String(value))?.name,
  until: day,
  version: day,
  way: said({ page: 'export.way.page', link: 'consents.way.link', spam: 'consents.way.spam' }),
  'complaints.answer': under('support.outcome', complaintOutcomes),
  'complaints.kind': under('support.kind', [...complaintKinds, 'report']),
  'complaints.reason': under('support.reason', reportReasons),
  'discount_codes.number': (value, { format }) => format.percent(Number(value) * 100),
  'digests.kind': (value, place) =>
    isKind(String(value)) ? kindOfNotice(place, value as NotificationKind) : undefined,
  'mail_failures.reason': said({
    hard: 'export.trouble.hard',
    soft: 'export.state.given-up',
    spam: 'export.trouble.spam',
  }),
  'moderation_actions.kind': under('support.action', ['ban', 'photo', 'text', 'message']),
  'moderation_actions.reason': (reason, { say, row }) =>
    say(`support.reason.${String(reason)}` as SentenceId, { law: row['law'] }),
  'members.site': (_value, { site }) => site.settings.name,
  'members.status': said({ active: 'export.state.active', not_confirmed: 'members.unconfirmed' }),
  'messages.kind': said({
    text: 'export.column.text',
    photo: 'export.column.photo',
    gift: 'chat.gift-word',
    goodbye: 'chat.goodbye-confirm',
    quoted: 'chat.quote-yours',
  }),
  'payments.status': said({
    loading: 'payments.state.loading',
    pending: 'payments.state.pending',
    completed: 'payments.state.completed',
    failed: 'payments.state.failed',
    mismatch: 'payments.state.checking',
  }),
  'photos.reason': under('photos.refusal', photoRefusals),
  'photos.status': said({
    approved: 'export.state.approved',
    pending: 'photos.pending',
    rejected: 'photos.rejected',
  }),
  'postbacks.kind': under('export.kind', ['sign-up', 'first-purchase']),
  'postbacks.status': under('export.state', ['waiting', 'sent', 'given-up']),
  'receipts.number': (value) => receiptNumber(Number(value)),
  'reversals.kind': said({ refund: 'payments.cause.refund', chargeback: 'payments.cause.chargeback' }),
  'stored_cards.kind': method,
  'stored_cards.status': said({
    pending: 'repeat-orders.card-pending',
    valid: 'export.state.valid',
    invalid: 'repeat-orders.card-invalid',
    revoking: 'export.state.removing',
    revoked: 'repeat-orders.removed',
  }),
  'withdrawal_requests.status': under('export.state', ['received', 'asked', 'confirmed', 'support', 'closed']),
  'withdrawals.status': said({
    confirmed: 'withdrawal.state.confirmed',
    refunding: 'withdrawal.state.refunding',
    by_hand: 'withdrawal.state.by_hand',
    refunded: 'withdrawal.state.refunded',
    failed: 'withdrawal.failed',
  }),
};
