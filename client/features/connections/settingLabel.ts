import { ownName } from '#contract/setting-words'

/** Words with a fixed spelling. */
const WRITTEN: Readonly<Record<string, string>> = { api: 'API', id: 'ID', ttl: 'TTL', url: 'URL', vip: 'VIP' }

/**
 * The form label of a setting without a text, such as "Base URL" for `base_url`. Labels are derived from the
 * names, so that a new driver needs no additional texts.
 * @param names of all settings of the service
 */
export function settingLabel(name: string, names: readonly string[]): string {
  const words = ownName(name, names).split('_')
  const label = words.map((word) => WRITTEN[word] ?? word).join(' ')
  return label.charAt(0).toLocaleUpperCase() + label.slice(1)
}
