import type { Cause } from '#contract/cause'
import type { CauseCode } from '#contract/cause-codes'
import { CausedError, type AppError } from './app-error'
import { causeFrom } from './problem'

/**
 * What is at fault when a release cannot be had. Only a `release` counts against the book: another one is tried, and
 * after a few the book has failed. A `connection` and an `indexer` (or the service for its sake) will be well again, so
 * the book waits; what another indexer offers may still be had.
 */
type FaultOf = 'connection' | 'indexer' | 'release'

/** Every code has its place here, and a new one does not compile without it. */
const FAULTS: Record<CauseCode, FaultOf> = {
  other: 'release',
  person: 'release',
  several: 'indexer',
  // A fault of this server says nothing about the release.
  unexpected: 'indexer',
  no_indexers: 'connection',
  none_answered: 'indexer',
  indexers_failed: 'indexer',
  no_answer_within: 'indexer',
  indexer_paused: 'indexer',
  indexer_failed: 'indexer',
  another_book: 'release',
  corrected: 'release',
  search_interrupted: 'indexer',
  not_released: 'release',
  grab_delayed: 'indexer',
  grab_interrupted: 'indexer',
  release_gone: 'release',
  release_forgotten: 'release',
  // Stored by earlier versions, with the failure of the search as its part.
  release_not_found_again: 'indexer',
  not_in_history: 'indexer',
  not_arrived: 'release',
  grabs_refused: 'release',
  waits_for: 'connection',
  waits_for_service: 'connection',
  download_failed: 'release',
  client_says: 'release',
  client_failed_it: 'release',
  client_in_trouble: 'connection',
  client_files_missing: 'connection',
  download_stalled: 'release',
  download_gone: 'release',
  downloads_failed: 'release',
  not_in_library: 'release',
  release_refused: 'release',
  release_not_taken: 'release',
  no_download_client: 'connection',
  download_client_failed: 'connection',
  no_answer_in_time: 'indexer',
  no_answer_through: 'connection',
  no_whole_answer: 'connection',
  answer_unreadable: 'connection',
  answer_of_another_release: 'connection',
  // Of the link behind a release: the search service passes on what its indexer answered.
  failed_with_status: 'indexer',
  refused: 'connection',
  not_set_up: 'connection',
  to_be_set_up: 'connection',
  nothing_entered: 'connection',
  unreachable: 'connection',
  unreachable_address: 'connection',
  timed_out: 'indexer',
  answer_cut_off: 'connection',
  not_the_api: 'connection',
  redirected: 'connection',
  redirected_to: 'connection',
  wrong_key: 'connection',
  forbidden: 'connection',
  sign_in_in_front: 'connection',
  answers_status: 'indexer',
  answers: 'indexer',
  fails: 'connection',
  fails_unexplained: 'indexer',
  fails_try_later: 'connection',
  too_many_questions: 'connection',
  not_asked_to_the_end: 'connection',
  not_the_service: 'connection',
  session_elsewhere: 'connection',
  session_invalid: 'connection',
  session_redirected: 'connection',
  session_ended: 'connection',
  session_refused: 'connection',
  wrong_login: 'connection',
  wrong_password: 'connection',
  may_only_add: 'connection',
  wrong_service_key: 'connection',
  login_blocked: 'connection',
  host_not_allowed: 'connection',
  login_or_host_refused: 'connection',
  no_daemon: 'connection',
  client_full: 'connection',
  download_not_added: 'release',
  download_not_added_unexplained: 'release',
  torrent_unreadable: 'release',
  nzb_unreadable: 'release',
  nzb_duplicate_or_empty: 'release',
  torrents_not_taken: 'release',
  nzb_files_not_taken: 'release',
  download_had_before: 'release',
  link_web_page: 'indexer',
  link_unreadable: 'indexer',
  link_broken: 'release',
  link_other_release: 'release',
  link_missing: 'release',
  link_redirects: 'indexer',
  no_torrent_client: 'connection',
  no_usenet_client: 'connection',
  not_in_client: 'indexer',
  library_forbidden: 'connection',
  library_none: 'connection',
  library_missing: 'connection',
  library_changing: 'connection',
  library_shrank: 'connection',
}

/** What is at fault, by the code that a driver normalised a failure to. */
export const faultOf = ({ code }: Pick<Cause, 'code'>): FaultOf => FAULTS[code]

/** A release that was not sent, for certain. */
export type FailedGrab =
  /** Only this release is unavailable: it is gone from the indexer, or the client refused it. */
  | { state: 'rejected'; status: number; cause: Cause }
  /** It says nothing about the release, which can be had once what is at fault works again. */
  | {
      state: 'postponed'
      status: number
      cause: Cause
      fault: Exclude<FaultOf, 'release'>
      retryAfter?: number
    }

/** What the error of a call says. */
export function failureIn(error: AppError): { status: number; cause: Cause; retryAfter: number | null } {
  const retryAfter = error instanceof CausedError ? error.retryAfter : null
  return { status: error.status, cause: causeFrom(error), retryAfter }
}

/** The outcome of a grab whose call failed before it did anything. */
export function failedBy(error: AppError): FailedGrab {
  const { status, cause, retryAfter } = failureIn(error)
  return failedGrab(status, cause, retryAfter)
}

/**
 * The outcome of a grab that failed for certain.
 * @param retryAfter milliseconds that the service asks to be left alone.
 */
export function failedGrab(status: number, cause: Cause, retryAfter?: number | null): FailedGrab {
  const fault = faultOf(cause)
  if (fault === 'release') return { state: 'rejected', status, cause }
  return { state: 'postponed', status, cause, fault, ...(typeof retryAfter === 'number' && { retryAfter }) }
}
