import type { Country } from '../../contract/platform/countries.ts';

/** The zones of a country: their regions, and the towns (`towns.data.ts`) whose time differs from their region's. */
export const localZones: Partial<Record<Country, Readonly<Record<string, string>>>> = {
  US: {
    'America/New_York': 'us-knoxville us-chattanooga us-johnson-city us-kingsport',
    'America/Chicago':
      'US-AL US-AR US-IA US-IL US-KS US-LA US-MN US-MO US-MS US-ND US-NE US-OK US-SD US-TN US-TX US-WI us-pensacola ' +
      'us-panama-city us-evansville us-gary us-hammond us-bowling-green us-owensboro us-paducah',
    'America/Denver': 'US-CO US-ID US-MT US-NM US-UT US-WY us-el-paso us-rapid-city',
    'America/Phoenix': 'US-AZ',
    'America/Los_Angeles': 'US-CA US-NV US-OR US-WA us-coeur-dalene',
    'America/Anchorage': 'US-AK',
    'Pacific/Honolulu': 'US-HI',
  },
  CA: {
    'America/St_Johns': 'CA-NL',
    'America/Halifax': 'CA-NB CA-NS CA-PE ca-labrador-city',
    'America/Winnipeg': 'CA-MB',
    'America/Regina': 'CA-SK',
    'America/Edmonton': 'CA-AB CA-NT',
    'America/Vancouver': 'CA-BC',
    'America/Whitehorse': 'CA-YT',
  },
  AU: {
    'Australia/Brisbane': 'AU-QLD',
    'Australia/Adelaide': 'AU-SA au-broken-hill',
    'Australia/Darwin': 'AU-NT',
    'Australia/Perth': 'AU-WA',
  },
  ES: { 'Atlantic/Canary': 'ES-CN' },
};
