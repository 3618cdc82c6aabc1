import type access from './access/en.json';
import type accounts from './accounts/en.json';
import type ageGate from './age-gate/en.json';
import type installedApp from './installed-app/en.json';
import type attributes from './attributes/en.json';
import type chat from './chat/en.json';
import type common from './common/en.json';
import type consents from './consents/en.json';
import type directDebit from './direct-debit/en.json';
import type discounts from './discounts/en.json';
import type errors from './errors/en.json';
import type exportSentences from './export/en.json';
import type matchFinder from './match-finder/en.json';
import type icebreakers from './icebreakers/en.json';
import type interests from './interests/en.json';
import type landers from './landers/en.json';
import type landing from './landing/en.json';
import type likes from './likes/en.json';
import type mail from './mail/en.json';
import type members from './members/en.json';
import type notifications from './notifications/en.json';
import type staticPages from './static-pages/en.json';
import type payments from './payments/en.json';
import type photos from './photos/en.json';
import type receipts from './receipts/en.json';
import type region from './region/en.json';
import type repeatOrders from './repeat-orders/en.json';
import type shell from './shell/en.json';
import type sources from './sources/en.json';
import type support from './support/en.json';
import type withdrawal from './withdrawal/en.json';
import type { SentenceValues } from './sentence-values.gen.ts';

/**
 * The sentences of the product in ICU MessageFormat: a folder per part, with a flat JSON file per language. A sentence
 * is named `part.key`. The other languages are checked against English.
 */
interface Catalogues {
  access: typeof access;
  accounts: typeof accounts;
  'age-gate': typeof ageGate;
  attributes: typeof attributes;
  chat: typeof chat;
  common: typeof common;
  consents: typeof consents;
  'direct-debit': typeof directDebit;
  discounts: typeof discounts;
  errors: typeof errors;
  export: typeof exportSentences;
  icebreakers: typeof icebreakers;
  'installed-app': typeof installedApp;
  interests: typeof interests;
  landers: typeof landers;
  landing: typeof landing;
  likes: typeof likes;
  mail: typeof mail;
  'match-finder': typeof matchFinder;
  members: typeof members;
  notifications: typeof notifications;
  payments: typeof payments;
  photos: typeof photos;
  receipts: typeof receipts;
  region: typeof region;
  'repeat-orders': typeof repeatOrders;
  shell: typeof shell;
  sources: typeof sources;
  'static-pages': typeof staticPages;
  support: typeof support;
  withdrawal: typeof withdrawal;
}

export type Part = keyof Catalogues;

/** Name of a sentence, such as `chat.send`. */
export type SentenceId = { [P in Part]: `${P}.${keyof Catalogues[P] & string}` }[Part];

/** The values that fill the placeholders of a sentence; optional where only the running code knows which it is. */
type Filling<Id extends SentenceId> = Id extends keyof SentenceValues
  ? [values: Record<SentenceValues[Id], unknown>]
  : [values?: Record<string, unknown>];

/** Writes a sentence. */
export type Say = <Id extends SentenceId>(id: Id, ...values: Filling<Id>) => string;

export const parts = [
  'access',
  'accounts',
  'age-gate',
  'attributes',
  'chat',
  'common',
  'consents',
  'direct-debit',
  'discounts',
  'errors',
  'export',
  'icebreakers',
  'installed-app',
  'interests',
  'landers',
  'landing',
  'likes',
  'mail',
  'match-finder',
  'members',
  'notifications',
  'payments',
  'photos',
  'receipts',
  'region',
  'repeat-orders',
  'shell',
  'sources',
  'static-pages',
  'support',
  'withdrawal',
] as const satisfies readonly Part[];
