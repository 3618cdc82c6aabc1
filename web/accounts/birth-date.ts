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
