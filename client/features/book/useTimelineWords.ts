import type { TimelineEntryDto, TimelineKind } from '#contract/books'
import { useFormat } from '#client/ui/useFormat'
import { useCauseWords } from '#client/ui/useCauseWords'
import { useText } from '#client/app/i18n'
import { useSessionStore } from '#client/app/session'
import { useWishWords } from '#client/features/wishes/useWishWords'

const WORKING: readonly TimelineKind[] = [
  'search_started',
  'searched',
  'grab_started',
  'grabbed',
  'retried',
  'download_started',
  'download_completed',
]
const FAILED: readonly TimelineKind[] = [
  'failed',
  'grab_rejected',
  'search_failed',
  'declined',
  'grab_unconfirmed',
  'download_failed',
  'download_gone',
  'not_in_library',
]

/** A book's activity as text. */
export function useTimelineWords() {
  const { t } = useText()
  const { fromNow } = useFormat()
  const session = useSessionStore()
  const causeWords = useCauseWords()
  const { wishesAndNote } = useWishWords()

  /** The release, the reason, the wishes and the next attempt. */
  function notesOf({ detail }: TimelineEntryDto): string[] {
    if (detail === null) return []
    const { release, indexer, client, library, next_try_at } = detail
    const reason = causeWords(detail.cause, detail.reason ?? null)
    const named =
      release !== undefined && indexer !== undefined ? t('timeline.from', { release, indexer }) : release
    const next =
      next_try_at === undefined ? undefined : t('timeline.nextAttempt', { time: fromNow(next_try_at) })
    const source = client === undefined ? undefined : t('timeline.withClient', { client })
    const place = library === undefined ? undefined : t('timeline.inLibrary', { library })
    const wished = detail.wishes ? wishesAndNote(detail.wishes) : undefined
    return [named, source, place, reason, wished, next].filter(
      (note): note is string => typeof note === 'string' && note !== '',
    )
  }

  return { sentenceOf: (entry: TimelineEntryDto) => sentenceOf(t, session.isAdmin, entry), notesOf, toneOf }
}

type Texts = ReturnType<typeof useText>['t']

function sentenceOf(t: Texts, isAdmin: boolean, { kind, actor, detail }: TimelineEntryDto): string {
  // The server gives members no names, so an entry without one may still be a person's.
  const who = actor ?? (isAdmin ? t('bookPage.server') : null)
  const user = detail?.user
  if (kind === 'approved' && detail?.rule !== undefined) {
    return t('timeline.approvedByRule', { rule: detail.rule })
  }
  switch (kind) {
    case 'approved':
    case 'declined':
      if (who === null) return t(`timelineUnnamed.${kind}`)
      return user === undefined || user === actor
        ? t(`timeline.${kind}`, { who })
        : t(`timeline.${kind}Of`, { who, user })
    case 'searched':
      // Members do not even learn the number of releases.
      if (!isAdmin) return t('timelineUnnamed.searched')
      if (detail?.found === 0) return t('timeline.searchedNothing')
      return t('timeline.searched', { n: detail?.found ?? 0, accepted: detail?.accepted ?? 0 })
    case 'available':
      if (isAdmin && actor === null) return t('timeline.availableComplete')
      return who === null ? t('timelineUnnamed.available') : t('timeline.available', { who })
    case 'failed':
      return actor === null ? t('timeline.failed') : t('timeline.failedBy', { who: actor })
    case 'not_found':
    case 'search_failed':
      return isAdmin ? t(`timeline.${kind}`) : t(`timelineUnnamed.${kind}`)
    case 'grab_started':
    case 'grab_rejected':
    case 'grab_postponed':
    case 'grab_unconfirmed':
    case 'download_started':
    case 'download_completed':
    case 'download_failed':
    case 'download_gone':
    case 'library_scan':
    case 'not_in_library':
    case 'arrived':
    case 'left_library':
      return t(`timeline.${kind}`)
    case 'requested':
    case 'wishes_changed':
    case 'withdrawn':
    case 'search_started':
    case 'grabbed':
    case 'reverted':
    case 'retried':
    case 'stopped':
    case 'release_blocked':
    case 'release_unblocked':
      return who === null ? t(`timelineUnnamed.${kind}`) : t(`timeline.${kind}`, { who })
  }
}

function toneOf({ kind }: TimelineEntryDto): 'plain' | 'working' | 'library' | 'failed' {
  if (kind === 'available' || kind === 'arrived') return 'library'
  if (FAILED.includes(kind)) return 'failed'
  return WORKING.includes(kind) ? 'working' : 'plain'
}
