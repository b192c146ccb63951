const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * Languages that a release may be in: the codes of two letters (ISO 639-1) that the browser knows a name of,
 * without those that were replaced by others.
 * @param locale language of the names
 * @returns sorted by name
 */
export function namedLanguages(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => Intl.getCanonicalLocales(code)[0] === code)
    .flatMap((code) => {
      const label = names.of(code)
      return label === undefined ? [] : [{ value: code, label }]
    })
    .toSorted((one, other) => one.label.localeCompare(other.label, locale))
}
