import type { Country } from '../../contract/platform/countries.ts';

/**
 * The countries beside each country. Two are neighbors if they share a border on land, or if a ferry crosses between
 * them on at most 200 km of open sea; Australia and New Zealand are, because neither has a nearer one. Territories
 * overseas do not count: Gibraltar makes no neighbors of Spain and the United Kingdom.
 */
export const neighbors: Record<Country, readonly Country[]> = {
  US: ['CA'],
  NL: ['BE', 'DE', 'GB'],
  BE: ['NL', 'FR', 'DE', 'GB'],
  FR: ['BE', 'DE', 'CH', 'IT', 'ES', 'GB'],
  IT: ['FR', 'CH', 'AT'],
  ES: ['FR'],
  DE: ['NL', 'BE', 'FR', 'CH', 'AT', 'PL', 'DK', 'SE'],
  AT: ['DE', 'CH', 'IT'],
  IE: ['GB'],
  GB: ['IE', 'FR', 'BE', 'NL'],
  CA: ['US'],
  PL: ['DE', 'DK', 'SE'],
  AU: ['NZ'],
  NZ: ['AU'],
  CH: ['DE', 'FR', 'IT', 'AT'],
  DK: ['DE', 'SE', 'NO', 'PL'],
  FI: ['SE', 'NO'],
  NO: ['SE', 'FI', 'DK'],
  SE: ['NO', 'FI', 'DK', 'DE', 'PL'],
};
