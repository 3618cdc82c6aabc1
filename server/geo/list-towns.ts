import type { Handler } from '../platform/handler.ts';
import { toTown } from './present.ts';
import { findTowns } from './towns.ts';

const listedMax = 20;

/** Towns of a country that match the query, best match first; at most twenty. */
export const listTowns: Handler<'listTowns'> = async ({ country, query }) => ({
  towns: findTowns(country, query, listedMax).map(toTown),
});
