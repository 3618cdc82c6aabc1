import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Form, useSearchParams } from 'react-router';

import { type Country, isCountry } from '../../contract/platform/countries.ts';
import { startCreditsMonths } from '../../contract/credits/limits.ts';
import { replyPrice } from '../../contract/chat/text-price.ts';
import { countriesByName } from '../platform/sentences/countries-by-name.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { definePage } from '../platform/pages/page.ts';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { HeadDescription, Title } from '../shell/title.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Select } from '../ui/field.tsx';
import { Price } from '../ui/price.tsx';
import { giftsQuery } from '../chat/chat-queries.ts';
import { NextCountry } from './next-country.tsx';
import { type Offer, bundlesQuery } from './payments-queries.ts';

const countryIn = (query: URLSearchParams): Country | undefined => {
  const wanted = query.get('country') ?? '';
  return isCountry(wanted) ? wanted : undefined;
};

const page = definePage('pricing', {
  parts: ['payments'],
  load: ({ ensure, url }) => Promise.all([ensure(bundlesQuery(countryIn(url.searchParams))), ensure(giftsQuery)]),
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export default function PricingPage(): ReactElement {
  const say = useSay();
  const format = useFormat();
  const language = useLanguage();
  const [query] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { data: offer } = useSuspenseQuery(bundlesQuery(countryIn(query)));
  const { data: gifts } = useSuspenseQuery(giftsQuery);
  const cheapest = Math.min(...gifts.map(({ credits }) => credits));
  const reply = replyPrice(settings);
  const credits = (count: number) => <Price amount={format.number(count)} label={say('common.credits', { count })} />;
  return (
    <div className="mx-auto grid w-full max-w-page gap-7 px-4 pt-6 pb-12 md:px-8 md:pt-10 xl:pr-[288px]">
      <Title>{say('payments.pricing.title')}</Title>
      <HeadDescription>{say('payments.pricing.description')}</HeadDescription>
      <header className="grid gap-3">
        <h1 className="speak text-26 md:text-34">{say('payments.pricing.title')}</h1>
        <p className="max-w-[60ch] text-17 text-ink-2">{say('payments.pricing.intro')}</p>
      </header>
      <Form method="get" className="flex items-end gap-3 max-[239px]:flex-col max-[239px]:items-stretch">
        <Field
          label={say('payments.pricing.country')}
          className="min-w-0 flex-1 max-[239px]:flex-none sm:max-w-[260px]"
        >
          <Select name="country" defaultValue={offer.country} key={offer.country}>
            {countriesByName(settings.countries, format, language).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="second">
          {say('payments.pricing.show')}
        </Button>
      </Form>
      <NextCountry of={offer} />
      <BundleTable offer={offer} />
      <Card as="section" className="grid gap-3">
        <h2 className="speak text-20">{say('payments.pricing.sent')}</h2>
        <dl className="grid">
          <Line label={say('payments.pricing.message')}>{credits(offer.message_credits)}</Line>
          {reply !== offer.message_credits && (
            <Line label={say('payments.pricing.reply')}>
              {reply === 0 ? say('payments.pricing.free') : credits(reply)}
            </Line>
          )}
          <Line label={say('payments.pricing.photo')}>{credits(offer.photo_credits)}</Line>
          <Line label={say('payments.pricing.gift')}>{say('payments.pricing.gift-from', { count: cheapest })}</Line>
          <Line label={say('payments.pricing.free-list')}>{say('payments.pricing.free')}</Line>
        </dl>
        <p className="text-13 text-ink-2">
          {say('payments.pricing.returned')}{' '}
          {settings.unread_return_days > 0 && say('payments.pricing.unread', { days: settings.unread_return_days })}
        </p>
        {settings.signup_credits > 0 && (
          <p className="text-13 text-ink-2">
            {say('payments.pricing.signup', { count: settings.signup_credits, months: startCreditsMonths })}
          </p>
        )}
      </Card>
      {!user && (
        <LinkButton to={pathTo('signup')} className="justify-self-start max-sm:w-full">
          {say('payments.pricing.join')}
        </LinkButton>
      )}
    </div>
  );
}

function BundleTable({ offer }: { offer: Offer }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="speak text-20 max-[239px]:text-17">{say('payments.pricing.bundles')}</h2>
      {/* At 200 % zoom on a phone, three columns do not fit. */}
      <table className="w-full tabular-nums">
        <thead className="text-left text-12 text-ink-3">
          <tr>
            <th className="py-2 font-semibold">{say('payments.pricing.credits')}</th>
            <th className="py-2 text-right font-semibold max-[239px]:hidden">{say('payments.pricing.per-message')}</th>
            <th className="py-2 text-right font-semibold">{say('payments.pricing.price')}</th>
          </tr>
        </thead>
        <tbody>
          {offer.bundles.map((bundle) => (
            <tr key={bundle.id} className="border-t border-line">
              <td className="py-3">
                <Price
                  amount={format.number(bundle.credits)}
                  label={say('common.credits', { count: bundle.credits })}
                />
              </td>
              <td className="py-3 text-right text-13 whitespace-nowrap text-ink-2 max-[239px]:hidden">
                {format.money(bundle.message_amount, offer.currency)}
              </td>
              <td className="py-3 pl-3 text-right">
                <span className="speak text-20 whitespace-nowrap max-[239px]:text-17">
                  {format.money(bundle.amount, offer.currency)}
                </span>
                <span className="hidden text-12 text-ink-2 max-[239px]:block">
                  {say('payments.pricing.per-message')}{' '}
                  <span className="whitespace-nowrap">{format.money(bundle.message_amount, offer.currency)}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex items-baseline justify-between gap-x-6 gap-y-1 border-t border-line py-3 max-[239px]:flex-wrap">
      <dt className="min-w-0">{label}</dt>
      <dd className="ml-auto shrink-0 text-right font-bold">{children}</dd>
    </div>
  );
}
