/**
 * The form under which a name is unique: compatibility variants and case make no difference. By way of capitals,
 * as small letters may have several forms: a final sigma is another letter than the one inside a word.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
