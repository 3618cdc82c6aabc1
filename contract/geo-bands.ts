/**
 * Kilometres between the towns of two members, nearest band first. No answer contains a distance in any other form, so
 * that nobody can be located by it.
 */
export const distanceBands = ['<10', '10-25', '25-50', '50-100', '>100'] as const;

export type DistanceBand = (typeof distanceBands)[number];
