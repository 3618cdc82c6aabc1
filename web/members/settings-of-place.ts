import { pathTo } from '../platform/route-table.ts';

/** The path of the member's location settings. */
export const settingsOfPlace = `${pathTo('settings')}#place`;
