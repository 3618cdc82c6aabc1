/** The number of daily picks, and how many hours before the member's local midnight they begin. */
export const dailyPicksMax = 6;
export const eveningHours = 6;
export const signupMatchesMax = 6;
export const maxAgeYears = 120;
/** The first search and the suggestions cover ages up to this many years below and above the member's own. */
export const yearsAround = 10;
export const nameLengthMin = 2;
export const nameLengthMax = 30;
export const interestsMax = 30;
export const spokenLanguagesMax = 10;
export const aboutLengthMax = 2_000;
export const searchPageSize = 24;
export const searchCountMax = 1_000;
export const searchPagesMax = 60;
/** Different members shown per day to one account, or to one IP address without an account. */
export const shownMembersMax = 2_000;
export const similarMax = 8;
/** Members that one member can hide; every search reads the whole list. */
export const hiddenMembersMax = 500;
export const onlineWindowSeconds = 300;
