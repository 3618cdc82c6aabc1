import manropeLatin from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url';
import vollkornLatin from '@fontsource/vollkorn/files/vollkorn-latin-500-normal.woff2?url';
import { I18nProvider } from '@lingui/react';
import { dehydrate, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
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

import { type Country, type Currency, countries } from '../contract/platform/countries.ts';
import { type Language, defaultLanguage } from '../contract/platform/languages.ts';
import { type NicheSlug, resolveNicheSlug } from '../contract/settings/niches.ts';
import type { Part } from '../locales/parts.ts';
import { BonusMount } from './discounts/bonus-mount.tsx';
import { mayHaveBonus, timeBonusQuery } from './discounts/discount-queries.ts';
import { holdEarlyInstall } from './installed-app/early-install.ts';
import { iconPath, signPath } from './installed-app/icon-path.ts';
import { LiveProvider } from './live/live-provider.tsx';
import { markApplePay } from './payments/apple-pay.ts';
import { readActivation } from './platform/pages/chunk-guard.ts';
import { markFailedProgram, trackEarlyChanges, useAnnounceHydrated } from './platform/pages/hydrated.ts';
import { ServedPageContext } from './platform/pages/page-context.ts';
import { type PageHandle, getPageQueries, languageOfPage, readContext, shellParts } from './platform/pages/page.ts';
import { settingsQuery, userQuery } from './platform/calls/queries.ts';
import { OwnCurrencyContext } from './platform/sentences/format.ts';
import { loadSentences, sentencesIn, sentencesUrl, useSay } from './platform/sentences/sentences.tsx';
import { Alternates } from './shell/alternates.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { type Theme, parseTheme, themeColors } from './platform/theme.ts';
import { useHasProgram } from './platform/pages/use-route-name.ts';
import { useCarriedSource } from './sources/visitor-source.ts';
import './ui/app.css';
import { latePart, partMissing } from './ui/lazy-part.ts';
import { areToastsWanted, onToastsWanted, showToast } from './ui/toast.ts';

// Loaded with the first toast.
const Toaster = latePart(async () => ({ default: (await import('./ui/toaster.tsx')).Toaster }));

interface RootData {
  language: Language;
  country: Country | null;
  ownCurrency: Currency | null;
  theme: Theme | null;
  /** The origin under which search engines list the site. */
  origin: string;
  dismissed: string;
}

export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const page = readContext(context);
  const queries = getPageQueries(page);
  const [language, user, settings] = await Promise.all([
    languageOfPage(page),
    queries.ensureQueryData(userQuery),
    queries.ensureQueryData(settingsQuery),
  ]);
  await Promise.all([
    // The parts of what only the server renders around the page.
    loadSentences(language, [...shellParts, 'age-gate', 'sources', 'landing', 'landers']),
    mayHaveBonus(user) ? queries.ensureQueryData(timeBonusQuery) : null,
  ]);
  const country = user?.profile.country ?? settings.geoip_selected_country;
  return {
    language,
    country,
    ownCurrency: country && countries[country].currency,
    theme: parseTheme(page.cookieTheme),
    origin: page.origin,
    dismissed: page.cookieDismissed,
  };
}

/** Returns false: after hydration, user and settings come from the browser's cache. */
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
  return use(ServedPageContext)?.program === 'alone' ? <Program /> : <Page>{children}</Page>;
}

function Page({ children }: { children: ReactNode }): ReactElement {
  const root = useRouteLoaderData<RootData>('root');
  const language = root?.language ?? defaultLanguage;
  const theme = root?.theme ?? null;
  const parts = useMatches().flatMap(({ handle }) => (handle as PageHandle | undefined)?.parts ?? []);
  const hasProgram = useHasProgram();
  const served = use(ServedPageContext);
  const nonce = served?.page.nonce;
  const niche = useNiche() ?? 'default';
  const { data: user } = useQuery(userQuery);
  const carried = useCarriedSource();
  if (typeof window === 'undefined' && hasProgram && !served?.program) preloadSentences(language, parts);
  return (
    <OwnCurrencyContext value={root?.ownCurrency ?? null}>
      <I18nProvider i18n={sentencesIn(language, root?.country ?? null)}>
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
            {served?.around.head}
          </head>
          <body>
            {served?.around.before}
            {children}
            {hasProgram && (
              <>
                <QueryState />
                <ScrollRestoration nonce={nonce} />
                <Program />
              </>
            )}
            {served?.around.after}
          </body>
        </html>
      </I18nProvider>
    </OwnCurrencyContext>
  );
}

/** True in the browser if the page came without its program (`platform/pages/deferred-program.tsx`). */
const wasDeferred = typeof document !== 'undefined' && document.querySelector('template#program') !== null;

function Program(): ReactElement | null {
  const served = use(ServedPageContext);
  if (typeof served?.program === 'object') return served.program;
  return wasDeferred ? null : <Scripts nonce={served?.page.nonce} />;
}

/** Returns the niche that sets the page's colors: the one in a lander's address, else the site's. */
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
      {isTold && <Toaster label={say('shell.notifications')} />}
    </LiveProvider>
  );
}

/** Tells a member who has just pressed something that it cannot be shown, and offers to reload the page. */
function useMissingParts(): void {
  const say = useSay();
  const tell = useEffectEvent(() => {
    // If the user has pressed nothing, they do not miss the part.
    if (readActivation()?.isActive === false) return;
    showToast({
      id: 'part-missing',
      tone: 'info',
      seconds: 60,
      children: say('shell.part-missing'),
      action: { label: say('shell.part-missing-action'), onPress: () => location.reload() },
    });
  });
  useEffect(() => {
    const onMissing = (): void => tell();
    window.addEventListener(partMissing, onMissing);
    return () => window.removeEventListener(partMissing, onMissing);
  }, []);
}

export function ErrorBoundary({ error }: { error: unknown }): ReactElement {
  return <ErrorPage error={error} />;
}

/** URLs of the two font files that the first paint needs, for `<link rel="preload" as="font" crossorigin>`. */
export const preloadedFonts: readonly string[] = [manropeLatin, vollkornLatin];
