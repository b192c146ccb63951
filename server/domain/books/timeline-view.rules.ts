import { causeText } from '#contract/cause'
import type { TimelineDetail, TimelineEntryDto, TimelineKind } from '#contract/books'
import { causeFor } from './cause-view.rules'

/** What happened to a book, as it is stored. */
export interface TimelineFact {
  kind: TimelineKind
  actor: string | null
  detail?: TimelineDetail | null
  at: Date
}

/** Entries about one person's request: the detail names whose it is where somebody else did it. */
const ABOUT_A_REQUEST: readonly TimelineKind[] = [
  'requested',
  'wishes_changed',
  'withdrawn',
  'approved',
  'declined',
]
/** What administrators settle among themselves. */
const ADMINISTRATION: readonly TimelineKind[] = [
  'library_scan',
  'not_in_library',
  'release_blocked',
  'release_unblocked',
]

/** Who reads a timeline. */
interface Reader {
  username: string
  /** From when on that name means them: before, it was somebody else's. */
  since: Date
  everyone: boolean
}

/**
 * The timeline of a book as one person may see it. Administrators see all of it. To others it names nobody but
 * themselves: what is about the requests of others is left out, whoever did the rest has no name, and of releases
 * neither which one it was, from where, nor how many there are is told.
 *
 * Only the newest entry that tells of a next try promises one, and only as long as that is the plan.
 * @param nextTryAt when it is looked for next; null where nothing is planned.
 */
export function timelineFor(
  reader: Reader,
  entries: readonly TimelineFact[],
  nextTryAt: Date | null,
): TimelineEntryDto[] {
  const { everyone } = reader
  const shown = everyone ? entries : entries.filter((entry) => concerns(reader, entry))
  const newest = entries.findLast(({ detail }) => detail?.next_try_at !== undefined)
  const promise = newest?.detail?.next_try_at === nextTryAt?.toISOString() ? newest : undefined
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

/** With what the server said in words, where the person may know it: that something failed is told by the entry. */
function inWords({ cause, ...detail }: TimelineDetail, everyone: boolean): TimelineDetail {
  if (!cause) return detail
  return causeFor(cause, everyone) === cause ? { ...detail, cause, reason: causeText(cause) } : detail
}

function withoutPromise({ detail, ...entry }: TimelineFact): TimelineFact {
  if (!detail) return entry
  const { next_try_at: _nextTry, ...rest } = detail
  return { ...entry, detail: rest }
}

function isReader({ username, since }: Reader, name: string | null | undefined, at: Date): boolean {
  return name === username && at >= since
}

function concerns(reader: Reader, { kind, actor, detail, at }: TimelineFact): boolean {
  if (ADMINISTRATION.includes(kind)) return false
  return !ABOUT_A_REQUEST.includes(kind) || isReader(reader, detail?.user ?? actor, at)
}

/** @param isOwn whether the user whom it names is the one who reads it. */
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
