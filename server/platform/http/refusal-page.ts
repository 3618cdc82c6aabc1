import { createHash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { chooseLanguage } from '../../../contract/platform/choose-language.ts';
import type { ErrorCode } from '../../../contract/platform/errors.ts';
import { type Language, languages, locales } from '../../../contract/platform/languages.ts';
import { localeCookieName } from '../../../contract/platform/limits.ts';
import { withWait } from '../../../contract/platform/wait.ts';
import type { AppContext } from '../context.ts';
import { escapeHtml } from '../text/escape-html.ts';

// The light and dark colors of `web/ui`. Fonts and stylesheets would be refused like the page, so there are none.
const style = [
  ':root{color-scheme:light dark;--page:#f5f6f1;--surface:#fff;--ink:#12292b;--primary:#126a64;--on:#fff}',
  '@media (prefers-color-scheme:dark){',
  ':root{--page:#0b1b1c;--surface:#132829;--ink:#f1f5f0;--primary:#62c9bc;--on:#05211f}}',
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--ink);',
  'font:1.0625rem/1.5 system-ui,sans-serif;text-align:center}',
  'main{box-sizing:border-box;width:min(28rem,100% - 2rem);padding:2.25rem 1.5rem 1.75rem;border-radius:1.25rem;',
  'background:var(--surface)}',
  'h1{margin:.75rem 0 1.5rem;font:500 1.5rem/1.3 Georgia,serif;overflow-wrap:anywhere;text-wrap:balance}',
  'a{display:inline-block;padding:.8rem 1.75rem;border-radius:9rem;background:var(--primary);color:var(--on);',
  'font-weight:700;text-decoration:none}',
  'p{margin:0}p.site{font-weight:600}',
].join('');
const styleHash = createHash('sha256').update(style).digest('base64');

/** The policy of the page, which allows only its own style. */
export const refusalPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** True if a person waits for a page: calls, scripts and pictures ask for something else. */
export function asksForPage({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean {
  return !url.startsWith('/api/') && headers.accept?.includes('text/html') === true;
}

/**
 * Says why a request was refused before any page was rendered. It costs no query: site and language are those that are
 * known without one. Its link retries the address or, if there is no such page, leads home.
 */
export function refusalPage(
  { config, sentences, sites }: Pick<AppContext, 'config' | 'sentences' | 'sites'>,
  request: Pick<FastifyRequest, 'headers' | 'host'> & Partial<Pick<FastifyRequest, 'cookies'>>,
  { code, values, account }: { code: ErrorCode; values: Record<string, unknown>; account?: Language | undefined },
): string {
  const site = sites.lastKnownAt(request.host)?.settings;
  const language = chooseLanguage({
    account: account ?? null,
    // A path that cannot be decoded is refused before cookies are read.
    cookie: request.cookies?.[localeCookieName],
    domainLanguage: site?.domain_language ?? null,
    accepted: request.headers['accept-language'],
    locales: site?.locales ?? languages,
  });
  const say = sentences.in(language);
  const message = escapeHtml(say(`errors.${code}`, withWait(values)));
  const name = site && escapeHtml(site.name);
  const [href, words] = code === 'request.not-found' ? ['/', say('shell.error.home')] : ['', say('common.retry')];
  const link = `<p><a href="${href}">${escapeHtml(words)}</a></p>`;
  return (
    `<!doctype html><html lang="${locales[language].iso}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${message}${name ? ` · ${name}` : ''}</title><style>${style}</style></head><body><main>` +
    `${name ? `<p class="site">${name}</p>` : ''}` +
    `${site && config.rehearsal ? `<p>${escapeHtml(say('common.test-payments'))}</p>` : ''}<h1>${message}</h1>${link}</main></body></html>\n`
  );
}
