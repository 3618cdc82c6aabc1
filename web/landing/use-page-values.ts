import { useSuspenseQuery } from '@tanstack/react-query';

import { pageValues } from '../../contract/landing/page-values.ts';
import { methodsRefundedByHand } from '../../contract/payments/payment-methods.ts';
import { methodName } from '../method-name.ts';
import { useSay } from '../sentences.tsx';
import { useFormat } from '../format.ts';
import { companyQuery, settingsQuery } from '../queries.ts';

/** Values for the sentences of static pages: prices, limits and the company. */
export function usePageValues(): Record<string, string | number> {
  const format = useFormat();
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { data: company } = useSuspenseQuery(companyQuery);
  return {
    ...pageValues(settings, company),
    country: format.country(company.country),
    methods: methodsRefundedByHand.map((id) => methodName(say, id)).join(', '),
  };
}
