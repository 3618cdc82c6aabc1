import type accounts from './accounts/en.json';
import type attributes from './attributes/en.json';
import type chat from './chat/en.json';
import type common from './common/en.json';
import type credits from './credits/en.json';
import type demo from './demo/en.json';
import type errors from './errors/en.json';
import type interests from './interests/en.json';
import type landing from './landing/en.json';
import type likes from './likes/en.json';
import type mail from './mail/en.json';
import type members from './members/en.json';
import type pages from './pages/en.json';
import type payments from './payments/en.json';
import type photos from './photos/en.json';
import type shell from './shell/en.json';

/**
 * The sentences of the product: one folder a part, one flat JSON file a language in it, in ICU MessageFormat.
 * A sentence is named `part.key`; English is the reading that the others are checked against.
 */
interface Catalogues {
  accounts: typeof accounts;
  attributes: typeof attributes;
  chat: typeof chat;
  common: typeof common;
  credits: typeof credits;
  demo: typeof demo;
  errors: typeof errors;
  interests: typeof interests;
  landing: typeof landing;
  likes: typeof likes;
  mail: typeof mail;
  members: typeof members;
  pages: typeof pages;
  payments: typeof payments;
  photos: typeof photos;
  shell: typeof shell;
}

export type Part = keyof Catalogues;

/** The name of a sentence, such as `chat.send`. */
export type SentenceId = { [P in Part]: `${P}.${keyof Catalogues[P] & string}` }[Part];

export const parts = [
  'accounts',
  'attributes',
  'chat',
  'common',
  'credits',
  'demo',
  'errors',
  'interests',
  'landing',
  'likes',
  'mail',
  'members',
  'pages',
  'payments',
  'photos',
  'shell',
] as const satisfies readonly Part[];
