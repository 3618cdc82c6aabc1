export const creditsBadgeMax = 10;
export const refetchFirstMs = 5_000;
export const refetchEveryMs = 60_000;
export const refetchEveryWithPushMs = 300_000;
export const reloadGuardMs = 60_000;
