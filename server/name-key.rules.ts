/** The form under which a name is unique: compatibility variants and case make no difference. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
