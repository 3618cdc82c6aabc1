import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { defaultLanguage } from '../../contract/platform/languages.ts';
import { admitsSearch } from '../../contract/sources/tracking.ts';
import { definePage } from '../platform/page.ts';
import { type ShellSettings, companyQuery, settingsQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, useLanguage, useSay } from '../platform/sentences.tsx';
import { Footer } from '../shell/footer.tsx';
import { useCarriedSource, useVisitorSource, withSource } from '../sources/visitor-source.ts';
import { ArrowRight, Icon } from '../ui/icon.tsx';
import { JoinForm } from './join-form.tsx';
import { Mosaic } from './mosaic.tsx';
import { Promises } from './promises.tsx';
import { StartHeader } from './start-header.tsx';

const page = definePage('index', {
  parts: ['landing'],
  program: 'deferred',
  load: async (args) => {
    await args.ensure(companyQuery);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The start page (specification, section 2: landing page). Its form works without JavaScript. */
export default function StartPage(): ReactElement {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return (
    <>
      <Head settings={settings} />
      {/* Never taller than the columns of pictures, which scale with the width of the window. */}
      <div className="grid overflow-x-clip lg:min-h-[min(100dvh,70vw)] lg:grid-cols-[minmax(0,520px)_1fr] lg:grid-rows-[auto_1fr] lg:overflow-clip lg:pl-[max(0px,calc((100vw-1360px)/2))]">
        <StartHeader name={settings.name} />
        <Mosaic />
        <Pitch settings={settings} />
      </div>
      <Footer />
    </>
  );
}

/** Title and description: the site's own in the site's language, else from the locales. */
function Head({ settings }: { settings: ShellSettings }): ReactElement {
  const say = useSay();
  const own = useLanguage() === (settings.domain_language ?? defaultLanguage);
  return (
    <>
      <title>{own ? settings.index_title : say('landing.title', { name: settings.name })}</title>
      <meta name="description" content={own ? settings.description : say('landing.description')} />
    </>
  );
}

function Pitch({ settings }: { settings: ShellSettings }): ReactElement {
  const say = useSay();
  const { has: hasSource } = useVisitorSource();
  const carried = useCarriedSource();
  const link = 'underline hover:text-ink';
  return (
    <div className="mx-auto grid w-full max-w-[520px] content-start gap-3.5 px-5 pt-5 pb-9 lg:mx-0 lg:gap-4.5 lg:pt-6.5 lg:pr-0 lg:pl-14">
      <h1 className="speak text-52">{say('landing.hero')}</h1>
      <p className="text-17 text-ink-2">{say('landing.pitch', { name: settings.name })}</p>
      <JoinForm niche={settings.niche} />
      <p className="text-12 text-ink-3">
        <Rich
          id="landing.terms"
          values={{ age: settings.min_age }}
          components={{
            terms: <Link to={pathTo('terms')} className={link} />,
            privacy: <Link to={pathTo('privacy')} className={link} />,
          }}
        />
      </p>
      <Promises />
      {admitsSearch(settings, hasSource) && (
        <Link
          to={withSource(pathTo('members'), carried)}
          className="flex min-h-11 items-center gap-2 justify-self-start text-13 font-bold text-primary-ink hover:underline lg:min-h-6"
        >
          {say('landing.look-around')}
          <Icon of={ArrowRight} size="xs" />
        </Link>
      )}
      <p className="text-12 text-ink-3">{say('landing.drawn')}</p>
    </div>
  );
}
