import type { z } from 'zod'
import type { BookDetailsDto, SearchIssueDto, RequestedBookDto, TimelineEntryDto } from '#contract/books'
import type { DashboardCountsDto, DashboardPersonDto, DashboardUsersDto } from '#contract/dashboards'
import type {
  BulkAnswerDto,
  BulkBody,
  MatchingAnswerDto,
  MatchingBody,
  RequestManyDto,
  SelectionDto,
} from '#contract/bulk'
import type { Conditions } from '#contract/wishes'
import type { HandMadeDto, handMadeBody } from '#contract/hand-made'

/** Examples of requests and decisions. */
export function requestExamples(
  requested: RequestedBookDto,
  { conditions, time }: { conditions: Conditions; time: string },
): Readonly<Record<string, unknown>> {
  const decline: TimelineEntryDto = {
    kind: 'declined',
    actor: 'mila',
    at: time,
    detail: { user: 'robin', reason: 'We have the other recording.' },
  }
  const searchIssue: SearchIssueDto = { code: 'prowlarr_incomplete', settings: ['prowlarr_api_key'] }
  const bookDetails: BookDetailsDto = {
    ...requested,
    summary: 'A year on a rock, in four storms.',
    info: null,
    hand_made_by: null,
    conditions,
    stopped: false,
    searched_once_out: false,
    may_correct_match: false,
    search_issue: null,
    timeline: [{ kind: 'requested', actor: 'robin', at: time, detail: null }, decline],
  }
  const bulkChange: BulkBody = { asins: [requested.book.asin, 'B0EXAMPLE2'], action: 'approve' }
  const bulkAnswer: BulkAnswerDto = {
    done: [requested.book.asin],
    failed: [
      {
        asin: 'B0EXAMPLE2',
        code: 'not_requested',
        params: { why: 'nobody' },
        detail: 'No one has requested this audiobook.',
      },
    ],
  }
  const selection: SelectionDto = {
    total: 153,
    applies_to: { approve: 12, decline: 12, remove: 153, downloaded: 60 },
    from: { requested_at: time },
  }
  const matchingChange: MatchingBody = {
    matching: { filter: 'all', status: 'waiting_for_approval', user: 'robin' },
    from: selection.from,
    action: 'approve',
  }
  const matchingAnswer: MatchingAnswerDto = {
    ...bulkAnswer,
    next: { requested_at: time, asin: 'B0EXAMPLE2' },
  }
  const manyRequested: RequestManyDto = {
    done: [requested.book.asin],
    failed: [
      {
        asin: 'B0EXAMPLE2',
        code: 'quota_exceeded',
        params: { days: 7, limit: 5, next_at: time },
        detail: `You have used up your quota of 5 in 7 days. You can request again from ${time}.`,
      },
    ],
    quota: { quota: { requests: 5, days: 7 }, left: 0, next_at: time },
  }
  const writtenDown: z.input<typeof handMadeBody> = {
    title: 'Songs of the Salt Marsh',
    author: 'Ines Calder, Tom Avery',
    publish_date: '1998',
    info: 'Recorded for the local radio station.',
  }
  const handMade: HandMadeDto = {
    ...requested,
    book: {
      ...requested.book,
      asin: 'H3K7M2Q9VX',
      title: writtenDown.title,
      subtitle: null,
      authors: ['Ines Calder', 'Tom Avery'],
      narrators: [],
      release_date: '1998-01-01',
      hand_made: true,
    },
    id: 'H3K7M2Q9VX',
    info: writtenDown.info ?? null,
  }

  const dashboardCounts: DashboardCountsDto = {
    total: 42,
    movie: 0,
    tv: 0,
    pending: 5,
    approved: 12,
    declined: 3,
    processing: 10,
    available: 22,
    completed: 22,
  }
  const dashboardPerson: DashboardPersonDto = {
    id: 1_804_289_383,
    displayName: 'robin',
    username: 'robin',
    permissions: 32,
  }
  const dashboardUsers: DashboardUsersDto = {
    pageInfo: { pages: 1, pageSize: 20, results: 1, page: 1 },
    results: [{ id: dashboardPerson.id, displayName: 'robin', avatar: '', requestCount: 3 }],
  }

  return {
    Approval: { username: 'robin' },
    BookDetails: bookDetails,
    BulkAnswer: bulkAnswer,
    BulkChange: bulkChange,
    DashboardCounts: dashboardCounts,
    DashboardPageInfo: dashboardUsers.pageInfo,
    DashboardPerson: dashboardPerson,
    DashboardRequests: { pageInfo: { pages: 0, pageSize: 20, results: 0, page: 1 }, results: [] },
    DashboardUsers: dashboardUsers,
    Failure: { reason: 'The download client has thrown it out.' },
    GrabConfirmation: { grabbed: true },
    HandMadeRequest: handMade,
    HandMadeRequestBody: writtenDown,
    NewHandMadeRequestBody: { ...writtenDown, wishes: { format: 'm4b' } },
    MatchingAnswer: matchingAnswer,
    MatchingChange: matchingChange,
    NextTry: { next_try_at: time },
    RequestMany: { asins: bulkChange.asins },
    RequestManyAnswer: manyRequested,
    SearchIssue: searchIssue,
    Selection: selection,
    SelectionPlace: matchingAnswer.next,
    Refusal: { username: 'robin', reason: 'We have the other recording.' },
    TimelineDetail: decline.detail,
    TimelineEntry: decline,
  }
}
