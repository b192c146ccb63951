/**
 * Normalises a name for comparison: compatibility variants and case make no difference. Converts to upper
 * case first, because a letter can have several lower-case forms: a final sigma differs from one inside a
 * word.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}
