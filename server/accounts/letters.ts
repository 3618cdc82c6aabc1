import type { Language } from '../../contract/platform/languages.ts';
import type { AppContext } from '../context.ts';
import type { JobRun, LetterName } from '../platform/jobs/jobs.ts';
import type { Attachment } from '../platform/mail.ts';
import type { Say } from '../platform/sentences.ts';
import type { Site } from '../platform/site.ts';
import type { AccountRow } from './queries.ts';

/** The content of another module's email, in the reader's language. Nothing is escaped yet. */
export interface Letter {
  subject: string;
  title: string;
  paragraphs: readonly string[];
  /** Names and values listed below the paragraphs. */
  facts?: readonly (readonly [name: string, value: string])[];
  button?: { text: string; path: string };
  /** Small print below the button. */
  notes?: readonly string[];
  /** Longer texts at the end, with their line breaks. */
  enclosures?: readonly { title: string; lines: readonly string[] }[];
  attachments?: readonly Attachment[];
  /** Why the reader gets the email, if it does not concern the account. */
  reason?: string;
  /** Runs once the mail server has accepted the email. */
  onSent?: () => Promise<void>;
  /** How the reader unsubscribes: `link` is a page that asks, `oneClick` is where mail programs post. */
  stop?: { text: string; link: string; oneClick: string };
}

/** The recipient of a letter. */
export interface Addressee {
  email: string;
  /** The account at the address, if any. A name typed into a form beside an address greets nobody. */
  account?: Pick<AccountRow, 'name' | 'confirmed'>;
  language: Language;
  /** Key of the site in whose name it is sent. */
  site: string;
  /** Whether sender, subject and preview are neutral. */
  discreet?: boolean;
  /** The account that the email is about, if the recipient is not a member. */
  owner?: string;
}

/**
 * The name with which an email greets its reader; '' for none. Until an address is confirmed, anybody may have typed
 * it and the name with it: our email would carry their words to a stranger.
 */
export function greetedName(account: Addressee['account']): string {
  return account?.confirmed ? account.name : '';
}

export interface LetterCall {
  context: AppContext;
  say: Say;
  language: Language;
  site: Site;
  memberId: string | null;
  email: string;
  origin: string;
  /** Identifies the subject of the letter. */
  id: string;
  run?: JobRun | undefined;
}

/** One kind of letter. A job names the kind and ids; everything else is loaded when it is sent. */
export interface LetterKind {
  /** Finds the recipient of a letter that is not for a member. */
  findAddressee?(context: AppContext, id: string): Promise<Addressee | undefined>;
  /** Null if the letter is no longer needed. */
  write(call: LetterCall): Promise<Letter | null>;
  /** The token for mail servers' reports about a letter that is not for a member. */
  reportToken?(context: AppContext, id: string): string;
}

/** Every kind of letter; the list is in `server/letters.ts`. */
export type Letters = Readonly<Record<LetterName, LetterKind>>;
