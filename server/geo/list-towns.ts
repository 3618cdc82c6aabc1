import type { Handler } from '../platform/handler.ts';
import { toTown, findTowns } from './towns.ts';

const listedMax = 20;

/** Lists at most twenty towns of a country that match the query, best match first. */
export const listTowns: Handler<'listTowns'> = async ({ country, query }) => ({
  towns: findTowns(country, query, listedMax).map(toTown),
});
