import './ui/app.css';

import { I18nProvider } from '@lingui/react';
import { dehydrate, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, Suspense, use, useSyncExternalStore } from 'react';
import { preload } from 'react-dom';
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useParams,
  useRouteLoaderData,
} from 'react-router';

import type { Country } from '../contract/platform/countries.ts';
import { type Language, defaultLanguage } from '../contract/platform/languages.ts';
import type { Part } from '../locales/parts.ts';
import { holdEarlyInstall } from './installed-app/early-install.ts';
import { iconPath, signPath } from './installed-app/icon-path.ts';
import { BonusMount } from './discounts/bonus-mount.tsx';
import { mayHaveBonus, timeBonusQuery } from './discounts/discount-queries.ts';
import { type PageHandle, languageOfPage, getPageQueries, readContext, shellParts } from './platform/page.ts';
import { settingsQuery, userQuery } from './platform/queries.ts';
import { loadSentences, sentencesIn, sentencesUrl, useSay } from './platform/sentences.tsx';
import { NonceContext } from './platform/nonce.ts';
import { type NicheSlug, resolveNicheSlug } from './platform/niche-slug.ts';
import { markApplePay } from './payments/apple-pay.ts';
import { Alternates } from './shell/alternates.tsx';
import { trackEarlyChanges, markFailedProgram } from './platform/early-changes.ts';
import { useHasProgram } from './shell/use-has-program.ts';
import { useAnnounceHydrated } from './platform/hydrated.ts';
import { useMissingParts } from './shell/use-missing-parts.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { LiveProvider } from './live/live-provider.tsx';
import { useCarriedSource } from './sources/visitor-source.ts';
import { type Theme, themeColors, parseTheme } from './shell/theme.ts';
import { preloadedFonts } from './ui/fonts.ts';
import { lazyPart } from './ui/lazy-part.ts';
import { areToastsWanted, onToastsWanted } from './ui/toast.ts';

// Loaded with the first toast.
const Toaster = lazyPart(async () => ({ default: (await import('./ui/toaster.tsx')).Toaster }));

interface RootData {
  language: Language;
  /** The member's country, or the visitor's assumed one. */
  country: Country | null;
  theme: Theme | null;
  /** The origin under which search engines list the site. */
  origin: string;
  /** The alerts that the visitor dismissed (`shell/dismissed-alerts.ts`). */
  dismissed: string;
}

/** Loads the data that every page needs: user, settings and language. */
export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const page = readContext(context);
  const queries = getPageQueries(page);
  const [language, user, settings] = await Promise.all([
    languageOfPage(page),
    queries.ensureQueryData(userQuery),
    queries.ensureQueryData(settingsQuery),
  ]);
  await Promise.all([
    loadSentences(language, shellParts),
    mayHaveBonus(user) ? queries.ensureQueryData(timeBonusQuery) : null,
  ]);
  const country = user?.profile.country ?? settings.geoip_selected_country;
  return {
    language,
    country,
    theme: parseTheme(page.cookieTheme),
    origin: page.origin,
    dismissed: page.cookieDismissed,
  };
}

/** After hydration, user and settings come from the browser's cache. */
export function shouldRevalidate(): boolean {
  return false;
}

export function links(): { rel: string; href: string; as: string; type: string; crossOrigin: 'anonymous' }[] {
  return preloadedFonts.map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  }));
}

export function Layout({ children }: { children: ReactNode }): ReactElement {
  const root = useRouteLoaderData<RootData>('root');
  const language = root?.language ?? defaultLanguage;
  const theme = root?.theme ?? null;
  const parts = useMatches().flatMap(({ handle }) => (handle as PageHandle | undefined)?.parts ?? []);
  const hasProgram = useHasProgram();
  const nonce = use(NonceContext);
  const niche = useNiche() ?? 'default';
  const { data: user } = useQuery(userQuery);
  const carried = useCarriedSource();
  if (hasProgram && typeof window === 'undefined') preloadSentences(language, parts);
  return (
    <html
      // A script in the head adds an attribute.
      suppressHydrationWarning
      lang={language}
      data-parts={[...new Set(parts)].join(' ')}
      data-theme={theme ?? undefined}
      data-niche={niche}
      data-carried={carried === '' ? undefined : carried}
      data-spelling={root?.country === 'CH' ? 'ss' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {/* "Restricted to adults" (rtalabel.org), for content filters; the page about blocking access mentions it. */}
        <meta name="rating" content="RTA-5042-1996-1400-1577-RTA" />
        {themeColors(theme, niche).map((color) => (
          <meta key={color.media ?? ''} name="theme-color" {...color} />
        ))}
        {hasProgram && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{
              __html: markApplePay + trackEarlyChanges + markFailedProgram + (user ? holdEarlyInstall : ''),
            }}
          />
        )}
        {root && <Alternates origin={root.origin} />}
        <link rel="icon" href={`/${signPath(niche)}`} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={`/${iconPath(niche, 180)}`} />
        <link rel="manifest" href={`/manifest.webmanifest?lang=${language}`} />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <I18nProvider i18n={sentencesIn(language, root?.country ?? null)}>{children}</I18nProvider>
        {hasProgram && (
          <>
            <QueryState />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/** The niche that sets the page's colors: the one in a lander's address, else the site's. */
function useNiche(): NicheSlug | undefined {
  const { slug } = useParams();
  const { data: settings } = useQuery(settingsQuery);
  return settings && resolveNicheSlug(settings.niche, slug);
}

/** Lets the browser fetch the page's sentences while its script loads. */
function preloadSentences(language: Language, parts: readonly Part[]): void {
  for (const part of new Set([...shellParts, ...parts]))
    preload(sentencesUrl(language, part), { as: 'fetch', crossOrigin: 'anonymous' });
}

/** The server's query cache, as the browser's initial state. The script's type is JSON, so nothing in it can run. */
function QueryState(): ReactElement | null {
  const queries = useQueryClient();
  const isServer = typeof window === 'undefined';
  const text = isServer ? JSON.stringify(dehydrate(queries)).replaceAll('<', '\\u003c') : '';
  return (
    <script
      type="application/json"
      id="query-state"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

export default function Root(): ReactElement {
  const say = useSay();
  useAnnounceHydrated();
  useMissingParts();
  const isTold = useSyncExternalStore(onToastsWanted, areToastsWanted, () => false);
  return (
    <LiveProvider>
      <Outlet />
      <BonusMount />
      {isTold && (
        <Suspense fallback={null}>
          <Toaster label={say('shell.notifications')} />
        </Suspense>
      )}
    </LiveProvider>
  );
}

export function ErrorBoundary({ error }: { error: unknown }): ReactElement {
  return <ErrorPage error={error} />;
}
