import type { CompanyInfo, Settings } from '../../contract/settings.ts';
import type Type from 'typebox';

/** The site that a request came to: its host and its settings after inheritance. */
export interface Site {
  /** The host it is configured under, or `default`. */
  key: string;
  settings: Type.Static<typeof Settings>;
  /** The company behind the site. */
  company: Type.Static<typeof CompanyInfo>;
  /** Members of one pool find each other. */
  pool: string;
}
