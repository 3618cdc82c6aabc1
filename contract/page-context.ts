import type { OperationName } from './calls.ts';
import type { Upload } from './platform/upload.ts';

/** The server's data for a rendered page; `web/platform/pages/page-context.ts` adds the facts of a visit. */
export interface PageContext {
  call(name: OperationName, input: unknown): Promise<{ ok: boolean; status: number; body: unknown }>;
  report(error: unknown): void;
  nonce: string;
  /** Accept-Language and language cookie; the pages apply the rules of the site. */
  accepted: string | null;
  cookieLanguage: string | null;
  cookieCountry: string | null;
  cookieTheme: string | null;
  geoipCountry: string | null;
  /** The source that the page passes on, as a query string; '' if there is none, or a cookie has it. */
  carried: string;
  origin: string;
  /** The files of a posted form; its own entries lack them. */
  uploads?: readonly Upload[];
  html?: string;
  /** Set when the data that every page needs could not be loaded: the server then responds without them. */
  isLost?: boolean;
}
