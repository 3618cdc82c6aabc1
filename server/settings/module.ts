import { type Module, operatorSettings, reasons } from '../module.ts';
import { checkHosts, checkSites } from './check-sites.ts';
import { siteCommands } from './commands.ts';
import { getCompanyInfo } from './get-company-info.ts';
import { getSettings } from './get-settings.ts';
import { listInterests } from './list-interests.ts';
import { listRegions } from './list-regions.ts';

export const settings = {
  public: ['get-settings.ts', 'rules.ts'],
  operations: { getSettings, getCompanyInfo, listInterests, listRegions },
  checks: { Sites: checkSites, 'Host names': checkHosts },
  commands: { site: siteCommands },
  acts: ['settings-set', 'settings-domain', 'settings-forget-secret', 'settings-price-add', 'settings-price-remove'],
  tables: {
    installation: {
      key: null,
      erasure: { rule: 'impersonal', why: 'the installation to which the database belongs' },
      notExported: reasons.impersonal,
    },
    setting_scopes: { key: null, erasure: operatorSettings, notExported: reasons.impersonal },
    domains: { key: null, erasure: operatorSettings, notExported: reasons.impersonal },
    bundles: { key: null, erasure: operatorSettings, notExported: reasons.impersonal },
    bundle_prices: { key: null, erasure: operatorSettings, notExported: reasons.impersonal },
  },
} satisfies Module;
