const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * Languages that a release may be in: two-letter codes (ISO 639-1) with a name in the browser, without superseded ones.
 * Each name appears once: that of Akan includes Twi, which has the same.
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
    .filter(({ label }, index, all) => all.findIndex((other) => other.label === label) === index)
    .toSorted((one, other) => one.label.localeCompare(other.label, locale))
}
