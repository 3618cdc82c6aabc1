import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { type ActionFunctionArgs, type LoaderFunctionArgs, Link, redirectDocument, useLoaderData } from 'react-router';

import { chooseUnit } from '../../contract/geo/geo-bands.ts';
import { explainCountry } from '../../contract/platform/choose-country.ts';
import { explainLanguage } from '../../contract/platform/choose-language.ts';
import { type Country, countries, isCountry } from '../../contract/platform/countries.ts';
import { type Language, isLanguage, languageNames } from '../../contract/platform/languages.ts';
import { countryCookieName, localeCookieDays, localeCookieName } from '../../contract/platform/limits.ts';
import { CallError } from '../platform/calls/call.ts';
import { countriesByName } from '../platform/sentences/countries-by-name.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { readFields } from '../platform/pages/form-action.ts';
import { languageInSentence, languagesInSentence } from '../platform/sentences/language-in-sentence.ts';
import type { PageContext } from '../platform/pages/page-context.ts';
import { callInProcess, definePage, getPageQueries, readContext, safeNext } from '../platform/pages/page.ts';
import { type ShellSettings, settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Select } from '../ui/field.tsx';

// The detection differs by browser, so the page is not cached.
const page = definePage('lang-config', { parts: ['region'], program: 'never', kept: false });
export const clientLoader = page.clientLoader;
export const handle = page.handle;
export const action = setRegion;

interface Reasons {
  country: Country;
  countryBy: ReturnType<typeof explainCountry>['by'] | 'account';
  languageBy: ReturnType<typeof explainLanguage>['by'];
}

export async function loader(args: LoaderFunctionArgs): Promise<Reasons> {
  await page.loader(args);
  const { accepted, cookieLanguage: cookie, cookieCountry: chosen, geoipCountry: geoip } = readContext(args.context);
  const queries = getPageQueries(readContext(args.context));
  const [user, settings] = await Promise.all([
    queries.ensureQueryData(userQuery),
    queries.ensureQueryData(settingsQuery),
  ]);
  const { locales, domain_language: domainLanguage, countries: offered } = settings;
  const account = user?.language ?? null;
  const { language, by: languageBy } = explainLanguage({ account, cookie, accepted, domainLanguage, locales });
  if (user) return { country: user.profile.country, countryBy: 'account', languageBy };
  const { country, by: countryBy } = explainCountry({ chosen, geoip, accepted, language, offered });
  return { country, countryBy, languageBy };
}

/** The detected language and country, the reasons, and the formats (specification, section 2: `/lang-config`). */
export default function RegionPage(): ReactElement {
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const reasons = useLoaderData<Reasons>();
  return (
    <div className="mx-auto grid w-full max-w-[40rem] gap-5 px-4 pt-7 pb-14 md:pt-10">
      <Title>{say('region.title')}</Title>
      <header className="grid gap-2">
        <h1 className="speak text-26 text-balance md:text-34">{say('region.title')}</h1>
        <p className="text-17 text-ink-2">{say('region.lead', { name: settings.name })}</p>
      </header>
      <LanguagePart settings={settings} by={reasons.languageBy} />
      <CountryPart {...reasons} offered={settings.countries} />
      <WritingPart country={reasons.country} />
    </div>
  );
}

function Part({ name, title, children }: { name: string; title: string; children: ReactNode }): ReactElement {
  return (
    <Card as="section" aria-labelledby={name} className="grid gap-4">
      <h2 id={name} className="speak text-20">
        {title}
      </h2>
      {children}
    </Card>
  );
}

function Choice(props: { name: string; label: string; value: string; children: ReactNode }): ReactElement {
  const { name, label, value, children } = props;
  const say = useSay();
  return (
    <form method="post" className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="next" value={withSource(pathTo('lang-config'), useCarriedSource())} />
      <Field label={label} className="min-w-40 flex-1">
        <Select name={name} defaultValue={value}>
          {children}
        </Select>
      </Field>
      <Button type="submit">{say('region.change')}</Button>
    </form>
  );
}

function LanguagePart({ settings, by }: { settings: ShellSettings; by: Reasons['languageBy'] }): ReactElement {
  const say = useSay();
  const language = useLanguage();
  const offered = settings.site_locales;
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const getName = (one: Language): string => names.of(one) ?? languageNames[one];
  return (
    <Part name="language" title={say('region.language')}>
      <p className="text-15">
        {say(`region.language.${by}`, { language: languageInSentence(getName(language), language) })}
      </p>
      {offered.length > 1 && (
        <Choice name="language" label={say('region.read')} value={language}>
          {offered.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageNames[one]}
            </option>
          ))}
        </Choice>
      )}
      <p className="text-13 text-ink-2">
        {say('region.languages', { languages: languagesInSentence(offered.map(getName), language) })}
      </p>
    </Part>
  );
}

function CountryPart({ country, countryBy, offered }: Reasons & { offered: readonly Country[] }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const language = useLanguage();
  const isVisitor = countryBy !== 'account';
  return (
    <Part name="country" title={say('region.country')}>
      <p className="text-15">
        <Rich
          id={`region.country.${countryBy}`}
          values={{ country: format.country(country) }}
          components={{
            place: (
              <Link to={`${pathTo('settings', { group: 'privacy' })}#place`} className="text-primary-ink underline" />
            ),
          }}
        />
      </p>
      {isVisitor && offered.length > 1 && (
        <Choice name="country" label={say('region.where')} value={country}>
          {countriesByName(offered, format, language).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      {isVisitor && <p className="text-13 text-ink-2">{say('region.country.for')}</p>}
    </Part>
  );
}

/** A date that shows how days, months and hours are told apart. */
const example = new Date(2026, 1, 13, 19, 30);

function WritingPart({ country }: { country: Country }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { currency } = countries[country];
  const rows = [
    [say('region.date'), format.day(new Date(Date.UTC(2026, 1, 13)))],
    [say('region.time'), format.time(example)],
    [say('region.number'), format.number(12_345.6)],
    [say('region.money'), `${format.money(1_499, currency)} (${currency})`],
    [say('region.distance'), say('region.length', { unit: chooseUnit(country), count: 25 })],
  ] as const;
  return (
    <Part name="writing" title={say('region.writing')}>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2 text-15">
        {rows.map(([what, how]) => (
          <div key={what} className="contents">
            <dt className="text-ink-2">{what}</dt>
            <dd className="font-semibold">{how}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** Sets the language (with JavaScript, `language-menu.tsx` does so) or a visitor's country, then redirects back. */
async function setRegion({ request, context }: ActionFunctionArgs): Promise<Response> {
  const current = readContext(context);
  const { language, country, next = '' } = await readFields(request);
  const back = redirectDocument(safeNext(next, pathTo('index')));
  const secure = current.origin.startsWith('https:') ? '; Secure' : '';
  const keep = (name: string, value: string): void =>
    back.headers.append(
      'set-cookie',
      `${name}=${value}; Path=/; Max-Age=${localeCookieDays * 86_400}; SameSite=Lax${secure}`,
    );
  if (country !== undefined && isCountry(country)) keep(countryCookieName, country);
  if (isLanguage(language)) {
    keep(localeCookieName, language);
    await setAccountLanguage(current, language);
  }
  return back;
}

async function setAccountLanguage(current: PageContext, language: Language): Promise<void> {
  if (!(await getPageQueries(current).ensureQueryData(userQuery))) return;
  await callInProcess(current)('updateUser', { language }).catch((error: unknown) => {
    // Account and page both keep the old language, so that the member notices the failure and can try again.
    if (!(error instanceof CallError)) throw error;
  });
}
