import type { ConfigurationEntryDto } from '#contract/indexers'
import { useCodes } from '#client/app/i18n'
import { ownName, settingLabel } from './settingLabel'

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

    /** @param names of all settings of the service */
    hintOf(
      { name, description, example }: ConfigurationEntryDto,
      names: readonly string[],
      service: string,
    ): string {
      const own = ownName(name, names)
      const common = own === 'base_url' && example === undefined ? 'address' : own
      const values = { service, example: example ?? '' }
      return (
        wordsOf('settingHints', `${service.toLowerCase()}_${own}`, values) ??
        wordsOf('settingHints', common, values) ??
        description
      )
    },
  }
}
