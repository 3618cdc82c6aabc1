import { type Module } from '../module.ts';
import { findPlace } from './find-place.ts';
import { listTowns } from './list-towns.ts';

export const geo = {
  public: ['neighbors.data.ts', 'time-zones.ts', 'towns.ts'],
  operations: { findPlace, listTowns },
} satisfies Module;
