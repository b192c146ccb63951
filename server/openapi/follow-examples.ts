import type { CalendarBookDto } from '#contract/calendar'
import type { FollowBody, FollowDto } from '#contract/follows'
import type { RequestedBookDto } from '#contract/books'
import type { InboxItemDto } from '#contract/inbox'

/** Examples of follows and of the inbox. */
export function followExamples(time: string, book: RequestedBookDto): Record<string, unknown> {
  const followBody: FollowBody = { kind: 'series', asin: 'B0CTHT9L1S', region: 'us', requests: false }
  const follow: FollowDto = {
    id: '0d7cf3f1-9d0e-4a59-8d93-5b0f6c2a7e14',
    kind: 'series',
    region: 'us',
    asin: 'B0CTHT9L1S',
    name: 'Harbour Tales',
    requests: false,
    since: time,
  }
  const item: InboxItemDto = {
    ...book,
    id: '6b1f0c9a-8f8e-4c1b-a7b1-2f4d2f0c9b51',
    code: 'book_announced',
    followed: 'Harbour Tales',
    at: time,
    read: false,
    outcome: null,
  }
  return {
    CalendarBook: { ...book, followed: ['Harbour Tales'] } satisfies CalendarBookDto,
    Feed: { created_at: time },
    CreatedFeed: {
      created_at: time,
      calendar_url: 'https://books.example.com/api/feeds/pT3n…/calendar.ics',
      rss_url: 'https://books.example.com/api/feeds/pT3n…/calendar.rss',
    },
    Follow: follow,
    FollowBody: followBody,
    PatchFollow: { requests: true },
    Inbox: { items: [item], total: 1 },
    InboxCount: { unread: 1 },
    InboxItem: item,
    ReadInbox: { ids: [item.id] },
  }
}
