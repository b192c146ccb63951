/** Words with a fixed spelling. */
const WRITTEN: Readonly<Record<string, string>> = { api: 'API', id: 'ID', ttl: 'TTL', url: 'URL', vip: 'VIP' }

/**
 * What a setting that there are no words for is called in a form, such as "Base URL" for `prowlarr_base_url`. Names are
 * made out of the settings themselves, so that an indexer that is new brings its own form along.
 * @param names of all settings of the indexer
 */
export function settingLabel(name: string, names: readonly string[]): string {
  const words = ownName(name, names).split('_')
  const label = words.map((word) => WRITTEN[word] ?? word).join(' ')
  return label.charAt(0).toLocaleUpperCase() + label.slice(1)
}

/** @returns the name of a setting without a first word that all of them share, which tells nothing */
export function ownName(name: string, names: readonly string[]): string {
  const [first = '', ...rest] = name.split('_')
  const isShared =
    names.length > 1 && rest.length > 0 && names.every((other) => other.startsWith(`${first}_`))
  return isShared ? rest.join('_') : name
}
