/** Returns a receipt's number as printed, with leading zeros so that lists sort. */
export function receiptNumber(number: number): string {
  return String(number).padStart(6, '0');
}
