import type { ConfigurationEntryDto } from './connection-settings'
import type { WordsOf } from './words/in-words'

/** @returns the name of a setting without a first word that all of them share, which carries no information */
export function ownName(name: string, names: readonly string[]): string {
  const [first = '', ...rest] = name.split('_')
  const isShared =
    names.length > 1 && rest.length > 0 && names.every((other) => other.startsWith(`${first}_`))
  return isShared ? rest.join('_') : name
}

/**
 * The explanation of a setting: the service's own, or else the one that services share.
 * @param names of all settings of the service.
 * @returns null if the texts have none.
 */
export function settingHint(
  service: string,
  { name, example }: Pick<ConfigurationEntryDto, 'name' | 'example'>,
  names: readonly string[],
  wordsOf: WordsOf,
): string | null {
  const own = ownName(name, names)
  const common = own === 'base_url' && example === undefined ? 'address' : own
  const values = { service, example: example ?? '' }
  return (
    wordsOf('settingHints', `${service.toLowerCase()}_${own}`, values) ??
    wordsOf('settingHints', common, values)
  )
}
