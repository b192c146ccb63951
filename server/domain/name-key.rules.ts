/**
 * The form in which names are compared: compatibility variants and case make no difference. Goes through capitals,
 * because lower case can have several forms: a final sigma differs from one inside a word.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
