import { useText } from '#client/app/i18n'
import { useFormat } from '#client/ui/useFormat'

/** Smaller sizes are nothing to worry about. */
const MEGABYTE = 1_000_000

/** A size on disk, as text. */
export function useSize() {
  const { t } = useText()
  const { bytes } = useFormat()
  return (size: number): string => (size < MEGABYTE ? t('storage.small') : bytes(size))
}
