import type { SaidOfReleaseDto } from '#contract/judged-pairs'
import { useText } from '#client/app/i18n'
import { useSessionStore } from '#client/app/session'

/** A person's ruling on a release, as text. */
export function useRulingWords() {
  const { t } = useText()
  const session = useSessionStore()

  const rulingWords = ({ said, actor }: SaidOfReleaseDto): string =>
    actor === session.user?.username
      ? t(`releases.saidByYou.${said}`)
      : t(`releases.saidBy.${said}`, { who: actor })

  return { rulingWords }
}
