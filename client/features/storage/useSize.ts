import { useText } from '#client/app/i18n'
import { useFormat } from '#client/ui/useFormat'

/** Below this it is nothing to worry about. */
const MEGABYTE = 1_000_000

/** How much of the disk something takes, in words. */
export function useSize() {
  const { t } = useText()
  const { bytes } = useFormat()
  return (size: number): string => (size < MEGABYTE ? t('storage.small') : bytes(size))
}
