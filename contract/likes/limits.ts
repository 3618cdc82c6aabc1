export const swipeLikesPerDay = 4;
/** The swipe game shows a member again only after this many days. */
export const swipeAgainAfterDays = 30;
/** Profiles that a browser holds while it asks for the next one. */
export const swipesHeldMax = 8;
export const likesReloadAfterAutoLikeMs = 500;
export const likesPageSize = 24;
