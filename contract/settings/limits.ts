export const minAgeFloorYears = 18;
/** Highest minimum age that a site may set. */
export const minAgeCeilingYears = 99;
