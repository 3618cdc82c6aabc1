import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { defaultLanguage } from '../../contract/platform/languages.ts';
import { admitsSearch } from '../../contract/sources/tracking.ts';
import { definePage } from '../platform/pages/page.ts';
import { type ShellSettings, companyQuery, settingsQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { Footer } from '../layouts/footer.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';
import { LogInButton } from '../shell/log-in-button.tsx';
import { HeadDescription, HeadTitle } from '../shell/title.tsx';
import { useCarriedSource, useVisitorSource, withSource } from '../sources/visitor-source.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CreditCoin } from '../ui/credit-coin.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import { ArrowRight, Heart, Icon, ShieldCheck } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Segmented } from '../ui/segmented.tsx';

const page = definePage('index', {
  parts: ['landing'],
  program: 'deferred',
  load: (args) => args.ensure(companyQuery),
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
      <HeadTitle>{own ? settings.index_title : say('landing.title', { name: settings.name })}</HeadTitle>
      <HeadDescription>{own ? settings.description : say('landing.description')}</HeadDescription>
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

function StartHeader({ name }: { name: string }): ReactElement {
  return (
    <header className="relative z-10 flex h-14 items-center gap-2 px-3 min-[360px]:px-4 min-[400px]:gap-2.5 md:px-8 lg:col-start-1 lg:row-start-1 lg:h-19 lg:pr-0 lg:pl-14">
      <Logo name={name} mark="narrow" />
      <span className="flex-1" />
      <div className="lg:hidden">
        <LanguageMenu />
      </div>
      <div className="hidden lg:block">
        <LanguageMenu short={false} />
      </div>
      <LogInButton />
    </header>
  );
}

/** Three promises. The server enforces each. */
function Promises(): ReactElement {
  const say = useSay();
  return (
    <ul aria-label={say('landing.promises')} className="grid gap-2.5">
      <Line icon={<Icon of={Heart} size="sm" />}>{say('landing.promise.likes')}</Line>
      <Line icon={<CreditCoin size="sm" />}>{say('landing.promise.prices')}</Line>
      <Line icon={<Icon of={ShieldCheck} size="sm" />}>{say('landing.promise.place')}</Line>
    </ul>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }): ReactElement {
  return (
    <li className="flex items-start gap-3 text-13 text-ink-2">
      <span className="mt-px flex w-[18px] shrink-0 justify-center text-primary-ink">{icon}</span>
      {children}
    </li>
  );
}

// Members of this niche are looking for their own gender (specification, section 9).
const gayNiche = 7;

/** Works without JavaScript and prefills the sign-up. On phones only a button, so that the page fits. */
function JoinForm({ niche }: { niche: number }): ReactElement {
  const say = useSay();
  const to = withSource(pathTo('signup'), useCarriedSource());
  return (
    <>
      <LinkButton to={to} wide className="md:hidden">
        {say('landing.join')}
      </LinkButton>
      {/* Posted, so that the email address stays out of the URL. `begin` opens the sign-up with these values. */}
      <form action={to} method="post" className="hidden gap-3.5 md:grid">
        <input type="hidden" name="begin" value="1" />
        <Choices niche={niche} />
        <Field label={say('landing.email')}>
          <TextInput type="email" name="email" autoComplete="email" placeholder={say('landing.email-example')} />
        </Field>
        <Button type="submit" wide>
          {say('landing.join')}
        </Button>
      </form>
    </>
  );
}

function Choices({ niche }: { niche: number }): ReactElement {
  const say = useSay();
  return (
    <div className="grid grid-cols-[4fr_5fr] gap-3">
      <Segmented
        label={say('landing.i-am')}
        name="gender"
        defaultValue={niche === gayNiche ? 'male' : 'female'}
        options={[
          { value: 'female', label: say('landing.i-am.female') },
          { value: 'male', label: say('landing.i-am.male') },
        ]}
      />
      <Segmented
        label={say('landing.looking')}
        name="looking_for"
        defaultValue="male"
        options={[
          { value: 'female', label: say('landing.looking.female') },
          { value: 'male', label: say('landing.looking.male') },
          { value: 'both', label: say('landing.looking.both') },
        ]}
      />
    </div>
  );
}

const column = 'grid min-w-0 content-start gap-2.5 lg:gap-4';

/** On phones, it takes the height that the text and its button leave, and fades out; on wide windows, all of it. */
function Mosaic(): ReactElement {
  return (
    <div className="relative h-[clamp(200px,100svh-540px,376px)] overflow-hidden mask-[linear-gradient(#000_84%,transparent)] md:h-[440px] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:h-auto lg:mask-none">
      <div className="absolute -inset-x-[30px] top-0 grid grid-cols-3 gap-2.5 lg:-right-5 lg:left-16 lg:grid-cols-2 lg:gap-4 xl:grid-cols-3">
        <div className={`${column} -mt-2 md:-mt-14 lg:mt-23`}>
          <Portrait number={1} eager />
          <Portrait number={8} />
          <Portrait number={7} />
        </div>
        <div className={`${column} mt-3 md:-mt-6 lg:-mt-9.5`}>
          <Portrait number={10} eager />
          <FirstLine />
          <Portrait number={5} />
          <Portrait number={6} />
        </div>
        <div className={`${column} -mt-5 md:-mt-24 lg:-mt-37.5 lg:hidden xl:grid`}>
          <Portrait number={9} />
          <Portrait number={2} />
          <Candle />
          <Portrait number={4} />
          <Portrait number={3} />
        </div>
      </div>
    </div>
  );
}

function FirstLine(): ReactElement {
  const say = useSay();
  return (
    <figure className="night hidden aspect-4/5 md:flex flex-col justify-between overflow-hidden rounded-photo bg-bubble-own p-3.5 text-on-bubble-own lg:p-5">
      <figcaption className="text-12 opacity-85">{say('landing.quote-label')}</figcaption>
      <blockquote className="font-speak text-[clamp(.9375rem,1.65vw,1.5rem)] leading-[1.24] font-medium text-pretty hyphens-auto">
        {say('landing.quote')}
      </blockquote>
    </figure>
  );
}

function Candle(): ReactElement {
  return (
    <svg
      viewBox="0 0 200 150"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="night block aspect-4/3 w-full rounded-photo"
    >
      <defs>
        <radialGradient id="candle-light">
          <stop offset="0" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".9" />
          <stop offset=".38" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".34" />
          <stop offset="1" style={{ stopColor: 'var(--secondary)' }} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="candle-glass" x1="0" x2="1">
          <stop offset="0" style={{ stopColor: 'var(--bubble-own)' }} />
          <stop offset=".52" style={{ stopColor: 'var(--primary)' }} />
          <stop offset="1" style={{ stopColor: 'var(--bubble-own)' }} />
        </linearGradient>
        <linearGradient id="candle-warmth" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" style={{ stopColor: 'var(--wax)' }} stopOpacity=".9" />
          <stop offset=".7" style={{ stopColor: 'var(--wax)' }} stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="200" height="150" className="fill-primary-soft" />
      <rect y="114" width="200" height="36" className="fill-surface" />
      <ellipse cx="100" cy="128" rx="46" ry="6" className="fill-page" opacity=".6" />
      <circle cx="100" cy="62" r="104" fill="url(#candle-light)" />
      <path d="M66 72h68l-8 48a9 9 0 0 1-9 7.5H83a9 9 0 0 1-9-7.5Z" fill="url(#candle-glass)" />
      <path d="M66 72h68l-8 48a9 9 0 0 1-9 7.5H83a9 9 0 0 1-9-7.5Z" fill="url(#candle-warmth)" />
      <path
        d="M79 78l4 42M92.5 79l1.3 45M107.5 79l-1.3 45M121 78l-4 42"
        className="stroke-on-photo"
        strokeWidth="1.5"
        opacity=".2"
      />
      <ellipse cx="100" cy="72" rx="34" ry="6.6" className="fill-on-primary-soft" />
      <ellipse cx="100" cy="73" rx="29" ry="4.8" className="fill-wax" />
      <path d="M100 73v-9" className="stroke-wick" strokeWidth="1.8" strokeLinecap="round" />
      <path
        d="M100 30c9.5 11.5 12.5 20.5 6.4 27.3a8.6 8.6 0 0 1-12.8 0c-6.1-6.8-3.1-15.8 6.4-27.3Z"
        className="fill-flame"
      />
      <path
        d="M100 43.5c3.9 5.2 5.2 9.3 2.7 12.6a3.5 3.5 0 0 1-5.4 0c-2.5-3.3-1.2-7.4 2.7-12.6Z"
        className="fill-flame-core"
      />
    </svg>
  );
}

// On phones slightly more than a third of the window; on wide windows a third of the space beside the text.
const sizes = '(min-width: 75rem) 21vw, (min-width: 62rem) 23vw, 38vw';

/** `number` is the place in the cast, from 1. `eager` is for the first two visible ones. Decorative: `alt` is empty. */
function Portrait({ number, eager = false }: { number: number; eager?: boolean }): ReactElement {
  const file = `/portraits/cast-${String(number).padStart(2, '0')}`;
  return (
    <span className="relative block overflow-hidden rounded-photo bg-sunken">
      <img
        src={`${file}-400.webp`}
        srcSet={`${file}-400.webp 400w, ${file}-800.webp 800w`}
        sizes={sizes}
        width={400}
        height={500}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className="photo-dim block h-auto w-full"
      />
      <span className="absolute inset-0 rounded-[inherit] inset-ring inset-ring-photo-edge" />
    </span>
  );
}
