import { causeText } from '#contract/cause'
import type { TimelineDetail, TimelineEntryDto, TimelineKind } from '#contract/books'
import type { TimelineEntry } from './books.types'
import { causeFor } from './cause-view.rules'

/** A stored activity entry. */
export type TimelineFact = Omit<TimelineEntry, 'asin'>

/** Entries about one person's request: the detail names that person if someone else acted. */
const ABOUT_A_REQUEST: readonly TimelineKind[] = [
  'requested',
  'wishes_changed',
  'withdrawn',
  'approved',
  'declined',
]
/** Kinds of entry that only administrators see. */
const ADMINISTRATION: readonly TimelineKind[] = [
  'library_scan',
  'not_in_library',
  'release_blocked',
  'release_unblocked',
]

/** The reader of an activity list. */
interface Reader {
  username: string
  /** Since when that name means this person; before, it was someone else's. */
  since: Date
  everyone: boolean
}

/**
 * A book's activity as one person may see it. Administrators see everything. Others see no names but their
 * own: entries about other people's requests are left out, other actors have no name, and entries do not say
 * which release it was, where it came from or how many there were. Only the newest entry with a next attempt
 * shows it, and only while it is still the plan.
 * @param nextAttemptAt when the next attempt is due; null if none is planned.
 */
export function timelineFor(
  reader: Reader,
  entries: readonly TimelineFact[],
  nextAttemptAt: Date | null,
): TimelineEntryDto[] {
  const { everyone } = reader
  const shown = everyone ? entries : entries.filter((entry) => concerns(reader, entry))
  const newest = entries.findLast(({ detail }) => detail?.next_try_at !== undefined)
  const promise = newest?.detail?.next_try_at === nextAttemptAt?.toISOString() ? newest : undefined
  return shown.map((entry) => {
    const { kind, actor, detail: facts, at } = entry === promise ? entry : withoutPromise(entry)
    const detail = facts && inWords(facts, everyone)
    return {
      kind,
      actor: everyone || isReader(reader, actor, at) ? actor : null,
      at: at.toISOString(),
      detail:
        everyone || !detail ? (detail ?? null) : withoutNames(detail, isReader(reader, detail.user, at)),
    }
  })
}

/** Adds the cause in words if the person may see it; the entry alone says that something failed. */
function inWords({ cause, ...detail }: TimelineDetail, everyone: boolean): TimelineDetail {
  if (!cause) return detail
  return causeFor(cause, everyone) === cause ? { ...detail, cause, reason: causeText(cause) } : detail
}

function withoutPromise({ detail, ...entry }: TimelineFact): TimelineFact {
  if (!detail) return entry
  const { next_try_at: _nextAttempt, ...rest } = detail
  return { ...entry, detail: rest }
}

function isReader({ username, since }: Reader, name: string | null | undefined, at: Date): boolean {
  return name === username && at >= since
}

function concerns(reader: Reader, { kind, actor, detail, at }: TimelineFact): boolean {
  if (ADMINISTRATION.includes(kind)) return false
  return !ABOUT_A_REQUEST.includes(kind) || isReader(reader, detail?.user ?? actor, at)
}

/** @param isOwn whether the named user is the reader. */
function withoutNames(detail: TimelineDetail, isOwn: boolean): TimelineDetail {
  const {
    user,
    release: _release,
    indexer: _indexer,
    client: _client,
    library: _library,
    search_id: _search,
    found: _found,
    accepted: _accepted,
    ...rest
  } = detail
  return isOwn ? { user, ...rest } : rest
}
