/** Longest text of a complaint or a report, and longest text in its URL field, in characters. */
export const complaintTextLengthMax = 5_000;
export const complaintUrlLengthMax = 1_000;
/** Number of files with a complaint, and their total size. */
export const complaintFilesMax = 3;
export const complaintFilesMaxMegabytes = 10;
/** How long a closed complaint can be contested, and is kept with its evidence (regulation 2022/2065, article 20). */
export const complaintKeptMonths = 6;
