import type { Country } from '../../contract/countries.ts';
import type { Language } from '../../contract/languages.ts';

/** The member who makes a call, as their session says. Read with every call and never cached. */
export interface Member {
  id: string;
  /** Key of the site that they belong to. */
  site: string;
  status: 'not_confirmed' | 'active';
  confirmed: boolean;
  paid: boolean;
  name: string;
  email: string;
  /** The country whose prices and tax they have. */
  country: Country;
  /** The country that their profile names instead, and from when on it is that of their prices. */
  nextCountry: { country: Country; from: Date } | null;
  language: Language;
  signupAt: Date;
  /** When the session was opened with a password or a passkey. */
  loggedInAt: Date | null;
  /** Whether that was with a passkey that was old enough to stand for the password. */
  byPasskey: boolean;
  /** Hash of the session's token: identifies the own session where others are ended. */
  sessionHash: Buffer;
}

export interface Session {
  member: Member;
  /** Whether the last use was noted more than a minute ago. */
  stale: boolean;
}
