import { pathTo } from '../route-table.ts';

/** Where a member sets their own place. */
export const settingsOfPlace = `${pathTo('settings')}#place`;
