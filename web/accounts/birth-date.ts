/** Joins the three fields of a date of birth as YYYY-MM-DD, valid or not; '' when all are empty. */
export function joinBirthDate(fields: Record<string, string | undefined>): string {
  const [day, month, year] = ['birth_day', 'birth_month', 'birth_year'].map((name) => fields[name]?.trim() ?? '') as [
    string,
    string,
    string,
  ];
  if (day === '' && month === '' && year === '') return '';
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`.slice(0, 40);
}
