import { countryCodes, getCapitalTimeZone } from '../../contract/platform/countries.ts';

/** The time zone of a receipt's company, whose key begins with its country. */
const zone = `case left(r.company, 2) ${countryCodes.map((code) => `when '${code}' then '${getCapitalTimeZone(code)}'`).join(' ')} else 'UTC' end`;

const day = `(e.created_at at time zone ${zone})::date`;

/** The frozen receipts of a range of days, each with its order and its payment at the provider. */
export const taxEntries = `
  select ${day}::text as day, r.company, r.number as receipt, r.document ->> 'kind' as kind, p.country, p.region,
         (r.document ->> 'vat_rate')::int as vat_rate, r.document ->> 'currency' as currency,
         (r.document ->> 'total')::int - (r.document ->> 'vat')::int as net_minor, (r.document ->> 'vat')::int as tax_minor,
         (r.document ->> 'total')::int as total_minor, p.provider, p.provider_payment_id, p.payment_id,
         p.declared_country, p.request_country, p.payer_country
    from receipts r
    join money_entries e on e.member_id = r.member_id and e.payment_id = r.payment_id and e.number = r.entry
    join payments p on p.member_id = r.member_id and p.payment_id = r.payment_id
   where ${day} >= $1::date and ${day} < $2::date
   order by r.company, r.number`;
