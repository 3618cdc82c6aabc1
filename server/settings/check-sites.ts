import { type Installation, type Verdict, fault, good, warning } from '../checks.ts';
import { checkSettings } from './find-site.ts';
import { listDomains } from './queries.ts';

export async function checkSites({ database, config }: Installation): Promise<readonly Verdict[]> {
  if (!database) return [];
  const { faults, examples } = await checkSettings(database);
  const placeholder = (text: string): Verdict => (config.production ? fault(text) : warning(text));
  const found = [
    ...faults.map((text) => fault(`${text}: mend it with npm run site -- set`)),
    ...examples.map((text) => placeholder(`${text} is that of the example: set it with npm run site -- set`)),
  ];
  return found.length > 0 ? found : [good('all settings are valid')];
}

/** Looks the hosts of the sites up in DNS. */
export async function checkHosts({ config, database, resolver }: Installation): Promise<readonly Verdict[]> {
  const domains = database ? await database.all(listDomains) : [];
  const own = config.publicOrigin === null ? [] : [new URL(config.publicOrigin).hostname];
  const hosts = [...new Set([...own, ...domains.map(({ host }) => host)])];
  return Promise.all(
    hosts.map(async (host) => {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (addresses.length > 0) return good(`${host} is ${addresses.join(', ')}`);
      return fault(`${host} has no address: add an A or AAAA record to its zone`);
    }),
  );
}
