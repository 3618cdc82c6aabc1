import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';

import { type Language, languageNames } from '../../contract/platform/languages.ts';
import { localeCookieDays, localeCookieName } from '../../contract/platform/limits.ts';
import { CallError, call } from '../platform/calls/call.ts';
import { browserQueries, toNextPath } from '../platform/pages/page.ts';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { writeCookie } from '../platform/storage/storage.ts';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { Check, ChevronDown, Icon } from '../ui/icon.tsx';
import { Disclosure, disclosureItem } from './disclosure.tsx';

/** Form with the site's languages if there are several (specification, section 2); works without script. */
export function LanguageMenu({ short = true }: { short?: boolean }): ReactElement | null {
  const say = useSay();
  const language = useLanguage();
  const place = useLocation();
  const carried = useCarriedSource();
  const { data: settings } = useQuery(settingsQuery);
  const locales = (settings?.locales ?? []) as Language[];
  if (locales.length < 2) return null;
  return (
    <Disclosure
      // A name says what is seen, for those who speak to the page.
      label={`${short ? `${language.toUpperCase()}, ` : ''}${say('shell.language', { language: languageNames[language] })}`}
      summary={
        <span className="language-pill">
          {short ? language.toUpperCase() : languageNames[language]}
          <Icon of={ChevronDown} size="xs" className="max-[279px]:hidden" />
        </span>
      }
    >
      <form action={pathTo('lang-config')} method="post">
        <input type="hidden" name="next" value={withSource(toNextPath(place), carried)} />
        {locales.map((one) => (
          <button
            key={one}
            type="submit"
            name="language"
            value={one}
            lang={one}
            aria-current={one === language}
            className={disclosureItem}
            onClick={(event) => {
              event.preventDefault();
              void changeLanguage(one);
            }}
          >
            <span className="flex-1">{languageNames[one]}</span>
            {one === language && <Icon of={Check} size="sm" className="text-primary-ink" />}
          </button>
        ))}
        <a href={withSource(pathTo('lang-config'), carried)} className={disclosureItem}>
          {say('shell.language-region')}
        </a>
      </form>
    </Disclosure>
  );
}

/** Changes the language in the account and a cookie (365 days), and reloads (specification, sections 4 and 7). */
export async function changeLanguage(language: Language): Promise<void> {
  writeCookie(localeCookieName, language, localeCookieDays);
  if (browserQueries?.getQueryData(userQuery.queryKey)) {
    await call('updateUser', { language }).catch((error: unknown) => {
      // Account and page both keep the old language, so that the member notices the failure and can try again.
      if (!(error instanceof CallError)) throw error;
    });
  }
  location.reload();
}
