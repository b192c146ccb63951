import type { ListDto } from '#contract/lists'
import { useText } from '#client/app/i18n'

/** Names and progress of lists, as text. */
export function useListWords() {
  const { t } = useText()

  /** The name of its file, or its source. */
  const nameOf = ({ name, source }: Pick<ListDto, 'name' | 'source'>): string =>
    name ?? t(`listPage.sources.${source}`)

  function standing({ counts, paused }: Pick<ListDto, 'counts' | 'paused'>): string {
    const { requesting, by_state: states } = counts
    if (paused) return t('listPage.standing.paused')
    if (requesting > 0) return t('listPage.standing.requesting', { n: requesting })
    if (states.waiting > 0) return t('listPage.standing.matching', { n: states.waiting })
    return counts.selected > 0
      ? t('listPage.standing.ready', { n: counts.selected })
      : t('listPage.standing.done')
  }

  return { nameOf, standing }
}
