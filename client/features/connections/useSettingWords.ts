import type { ConfigurationEntryDto } from '#contract/connection-settings'
import { ownName, settingHint } from '#contract/setting-words'
import { useCodes } from '#client/app/i18n'
import { settingLabel } from './settingLabel'

/**
 * Names and descriptions of a service's settings, in the language of the page. For a service without texts in this app,
 * the server's are shown.
 */
export function useSettingWords() {
  const wordsOf = useCodes()

  return {
    /** @param names of all settings of the service */
    labelOf: (name: string, names: readonly string[]): string =>
      wordsOf('settingLabels', ownName(name, names), {}) ?? settingLabel(name, names),

    /** The name of a setting of an unknown service, which may begin with that of the service. */
    nameOf(name: string): string {
      const label = (own: string) => wordsOf('settingLabels', own, {})
      return label(name) ?? label(name.replace(/^[a-z]+_/, '')) ?? settingLabel(name, [name])
    },

    /** @param names of all settings of the service */
    hintOf: (entry: ConfigurationEntryDto, names: readonly string[], service: string): string =>
      settingHint(service, entry, names, wordsOf) ?? entry.description,
  }
}
