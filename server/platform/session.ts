import type { Country } from '../../contract/platform/countries.ts';
import type { Language } from '../../contract/platform/languages.ts';

/** The member who makes a call, according to their session. Read with every call and never cached. */
export interface Member {
  id: string;
  /** Key of the site that they belong to. */
  site: string;
  status: 'not_confirmed' | 'active';
  confirmed: boolean;
  paid: boolean;
  name: string;
  email: string;
  /** The country that decides their prices and tax. */
  country: Country;
  /** The country that their profile names instead, and when it becomes that of their prices. */
  nextCountry: { country: Country; from: Date } | null;
  language: Language;
  signupAt: Date;
  /** When the session was opened with a password or a passkey. */
  loggedInAt: Date | null;
  /** Whether that was a passkey old enough to stand for the password. */
  byPasskey: boolean;
  /** Hash of the session's token: identifies the member's own session when others are ended. */
  sessionHash: Buffer;
}

export interface Session {
  member: Member;
  /** True if the last use was noted more than a minute ago. */
  stale: boolean;
}
