import { useSuspenseQuery } from '@tanstack/react-query';

import { pageValues } from '../../contract/landing/page-values.ts';
import { methodsRefundedByHand } from '../../contract/payments/payment-methods.ts';
import { methodName } from '../payments/method-name.ts';
import { useSay } from '../platform/sentences.tsx';
import { useFormat } from '../platform/format.ts';
import { companyQuery, settingsQuery } from '../platform/queries.ts';

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
