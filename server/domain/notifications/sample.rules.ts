import { causeOf } from '#contract/cause'
import type { NotificationEvent } from '#contract/notifications'
import { messageVariables } from './message.rules'
import type { StoredFacts } from '#server/db/stored-message'
import type { AllTemplateValues } from './notifications.types'
import type { Words } from './words'

const SAMPLE: Omit<StoredFacts, 'event'> = {
  requesterIds: ['1', '2'],
  book: {
    asin: 'B0SAMPLE01',
    region: 'us',
    title: 'The Lighthouse Keeper’s “Almanac”',
    subtitle: 'A Novel',
    authors: ['Inés Calder'],
    narrators: ['Tom Avery', 'June Hart'],
    coverUrl: 'https://covers.example.org/lighthouse.jpg',
  },
}

const RELEASE = {
  title: 'Ines Calder - The Lighthouse Keepers Almanac (2024) M4B',
  sizeBytes: 412_300_000,
  indexer: 'Sample indexer',
  protocol: 'torrent',
  infoHash: '0123456789abcdef0123456789abcdef01234567',
}

/** The facts that differ between the events. */
const factsOf = ({ say }: Words): Readonly<Record<NotificationEvent, Partial<StoredFacts>>> => ({
  onNewRequest: {},
  onRequestApproved: {},
  onRequestDeclined: { reason: say('events.samples.declined') },
  onSuccessfulDownload: { release: RELEASE },
  onFailedDownload: {
    release: RELEASE,
    error: { status: 500, cause: causeOf('other', { text: say('events.samples.failed') }) },
  },
  onAvailable: {},
  onNotFound: {},
  onNewBook: { followed: 'Inés Calder', announced: true },
  onNotInLibrary: {
    release: RELEASE,
    error: { status: null, cause: causeOf('not_in_library', { n: 24 }) },
  },
})

/** Sample values for previews and tests, in one language. */
export function sampleVariables(event: NotificationEvent, words: Words): AllTemplateValues {
  return messageVariables(
    {
      facts: { event, ...SAMPLE, ...factsOf(words)[event] },
      people: [
        { id: '1', username: 'robin', extraData: '123456789012345678' },
        { id: '2', username: 'mila', extraData: null },
      ],
      links: {
        bookUrl: 'https://books.example.org/search?q=B0SAMPLE01&region=us',
        requestUrl: 'https://books.example.org/requests?q=B0SAMPLE01',
      },
    },
    words,
  )
}
