import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { useFormat } from '../platform/format.ts';
import { companyQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich } from '../platform/sentences.tsx';
import { lastOfferQuery } from './discount-queries.ts';

/** The discount for members about to leave, if the company offers one (specification, section 3). */
export function LastOffer(): ReactElement | null {
  const format = useFormat();
  const { data: company } = useQuery(companyQuery);
  const { data: offer } = useQuery({ ...lastOfferQuery, enabled: company?.delete_discount === true });
  if (!offer?.expires) return null;
  const { code } = offer;
  const values = { code, percent: format.percent(offer.percentage / 100), until: format.dateTime(offer.expires) };
  const prices = `${pathTo('credits')}?code=${code}`;
  return (
    <p role="status" className="text-ink-2">
      <Rich
        id="accounts.leave-offer"
        values={values}
        components={{ link: <Link to={prices} className="font-bold text-primary-ink underline" /> }}
      />
    </p>
  );
}
