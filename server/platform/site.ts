import type { CompanyInfo, Settings } from '../../contract/settings.ts';
import type Type from 'typebox';

/** The site of a request: its key and its settings after inheritance. */
export interface Site {
  /** The host under which it is configured, or `default`. */
  key: string;
  settings: Type.Static<typeof Settings>;
  /** The company behind the site. */
  company: Type.Static<typeof CompanyInfo>;
  /** Members of one pool find each other. */
  pool: string;
}
