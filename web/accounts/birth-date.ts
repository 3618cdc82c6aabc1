/** The date of birth from its three fields as YYYY-MM-DD; what is no date stays as it was typed, for the server to refuse. Nothing typed is ''. */
export function birthDateOf(fields: Record<string, string | undefined>): string {
  const [day, month, year] = ['birth_day', 'birth_month', 'birth_year'].map((name) => fields[name]?.trim() ?? '') as [
    string,
    string,
    string,
  ];
  if (day === '' && month === '' && year === '') return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`.slice(0, 40);
}

/** The last day on which somebody of `age` years can be born. */
export function isOldEnough(birthDate: string, age: number, now: Date): boolean {
  const latest = new Date(Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth(), now.getUTCDate()));
  return birthDate <= latest.toISOString().slice(0, 10);
}

/** Whether YYYY-MM-DD names a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
