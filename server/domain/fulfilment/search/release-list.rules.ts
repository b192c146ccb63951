import { causeTextOrNull } from '#contract/cause'
import type { ReleaseSearchDto } from '#contract/fulfilment'
import type { SaidOfReleaseDto } from '#contract/judged-pairs'
import type { ReleaseDto, Verdict } from '#contract/releases'
import { showVerdict } from '#contract/words/reasons'
import type { StoredRuling } from '#server/domain/fulfilment/judged/judged-pairs.repository'
import type { FoundRelease, StoredSearch } from './release-search.types'

/** A release in API form. Lists every field, so that other stored facts stay private. */
export function showRelease({ facts, metadata, verdict, rank }: FoundRelease): ReleaseDto {
  return {
    guid: facts.guid,
    indexer_id: facts.indexer_id,
    indexer: facts.indexer,
    title: facts.title,
    size: facts.size,
    publish_date: facts.publish_date,
    info_url: facts.info_url,
    indexer_flags: facts.indexer_flags,
    protocol: facts.protocol,
    seeders: facts.seeders,
    leechers: facts.leechers,
    grabs: facts.grabs,
    book_metadata: metadata,
    rank,
    verdict: showVerdict(verdict),
  }
}

/** Whether nothing speaks against a release now: whether it is blocked counts, not whether it was when found. */
export function isAcceptable({ reasons }: Pick<Verdict, 'reasons'>, blocked: boolean): boolean {
  return !blocked && !reasons.some(({ effect, code }) => effect === 'reject' && code !== 'blocked')
}

/** A ruling on a release in API form. */
export function showRuling({ said, actor, at }: StoredRuling): SaidOfReleaseDto {
  return { said, actor, at: at.toISOString() }
}

/** A search in API form. */
export function showSearch(search: StoredSearch): ReleaseSearchDto {
  return {
    id: search.id,
    state: search.state,
    actor: search.actor,
    started_at: search.startedAt.toISOString(),
    finished_at: search.finishedAt?.toISOString() ?? null,
    found: search.found,
    accepted: search.accepted,
    error: causeTextOrNull(search.cause),
    cause: search.cause,
    indexers: showAnswers(search),
  }
}

/** How each indexer answered. */
export function showAnswers({ indexers }: Pick<StoredSearch, 'indexers'>): ReleaseSearchDto['indexers'] {
  return indexers.map(({ id, name, state, found, cause }) => {
    return { id, name, state, found, error: causeTextOrNull(cause), cause }
  })
}
