import type { Language } from '../../contract/languages.ts';
import type { AppContext } from '../context.ts';
import type { JobRun, LetterName } from '../platform/jobs/jobs.ts';
import type { Attachment } from '../platform/mail.ts';
import type { Say } from '../platform/sentences.ts';
import type { Site } from '../platform/site.ts';
import type { AccountRow } from './queries.ts';

/** What an e-mail of another module says, in the language of its reader. Nothing is escaped yet. */
export interface Letter {
  subject: string;
  title: string;
  paragraphs: readonly string[];
  /** What is listed below the paragraphs: names and values. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** Leads to a page of the site, by its path. */
  button?: { text: string; path: string };
  /** Smaller, below the button. */
  notes?: readonly string[];
  /** Longer texts at the end; their lines stay lines. */
  enclosures?: readonly { title: string; lines: readonly string[] }[];
  attachments?: readonly Attachment[];
  /** Why its reader gets it, where it does not concern the account. */
  reason?: string;
  /** Runs once the mail server has it. */
  onSent?: () => Promise<void>;
  /** How its reader ends e-mails of its kind: a page that asks, and where programs for e-mail post with one click. */
  stop?: { text: string; link: string; oneClick: string };
}

/** Who gets a letter. */
export interface Addressee {
  email: string;
  /** The account at the address, if there is one. A name that was typed into a form beside an address greets nobody. */
  account?: Pick<AccountRow, 'name' | 'confirmed'>;
  language: Language;
  /** Key of the site in whose name it is sent. */
  site: string;
  /** Whether its sender, subject and preview give nothing away. */
  discreet?: boolean;
  /** Whose account it is about, if it is sent to nobody's. */
  owner?: string;
}

/**
 * The name by which an e-mail greets its reader; '' if it greets nobody by name. Until an address is confirmed anybody may
 * have typed it, and the name with it: our mail would carry words of theirs to a stranger.
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
  /** The address that it is sent to. */
  email: string;
  /** Origin of its links. */
  origin: string;
  /** What the letter is about. */
  id: string;
  /** The job that sends it. */
  run?: JobRun | undefined;
}

/** One kind of letter. A job names the kind and ids; everything else is loaded when it is sent. */
export interface LetterKind {
  /** Whom it is for, if not for a member. */
  findAddressee?(context: AppContext, id: string): Promise<Addressee | undefined>;
  /** The letter; null if it is not needed any more. */
  write(call: LetterCall): Promise<Letter | null>;
  /** Under which mail servers report about it, if it is not for a member. */
  reportToken?(context: AppContext, id: string): string;
}

/** Every kind of letter; the list is in `server/letters.ts`. */
export type Letters = Readonly<Record<LetterName, LetterKind>>;
