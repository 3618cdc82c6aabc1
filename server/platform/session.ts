import type { Country } from '../../contract/platform/countries.ts';
import type { Language } from '../../contract/platform/languages.ts';

/** The member of a session, read with every call and never cached. `server/context.ts` adds what modules need. */
export interface Member {
  id: MemberId;
  site: string;
  country: Country;
  language: Language;
}

export interface Session {
  member: Member;
  /** True if the last use was recorded more than a minute ago. */
  stale: boolean;
}
