/** Words of names that are not written like others. */
const WRITTEN: Readonly<Record<string, string>> = { api: 'API', id: 'ID', ttl: 'TTL', url: 'URL', vip: 'VIP' }

/**
 * What a setting is called in a form, such as "Base URL" for `prowlarr_base_url`. Names are made out of the
 * settings themselves, so that an indexer that is new brings its own form along.
 * @param names of all settings of the indexer; a first word that all share tells nothing
 */
export function settingLabel(name: string, names: readonly string[]): string {
  const [first = '', ...rest] = name.split('_')
  const isShared =
    names.length > 1 && rest.length > 0 && names.every((other) => other.startsWith(`${first}_`))
  const words = isShared ? rest : [first, ...rest]
  const label = words.map((word) => WRITTEN[word] ?? word).join(' ')
  return label.charAt(0).toLocaleUpperCase() + label.slice(1)
}
