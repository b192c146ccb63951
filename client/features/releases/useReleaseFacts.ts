import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { ReleaseDto } from '#contract/releases'
import { useFormat } from '#client/ui/useFormat'
import { useText } from '#client/app/i18n'
import { useReasonWords } from './useReasonWords'

/** A release in brief: source, size, seeders, age. */
export function useReleaseFacts(release: MaybeRefOrGetter<ReleaseDto>) {
  const { t } = useText()
  const { bytes, fromNow } = useFormat()
  const { formats } = useReasonWords()

  const facts = computed(() => {
    const { indexer, size, protocol, seeders, grabs, publish_date, book_metadata } = toValue(release)
    return [
      indexer,
      protocol === 'unknown' ? null : t(`releases.${protocol}`),
      size === null ? null : bytes(size),
      book_metadata.filetype === null ? null : formats(book_metadata.filetype),
      seeders === null ? null : t('releases.seeders', { n: seeders }),
      grabs === null || protocol === 'torrent' ? null : t('releases.grabs', { n: grabs }),
      publish_date === null ? null : fromNow(publish_date),
    ].filter((fact) => fact !== null)
  })

  return { facts }
}
