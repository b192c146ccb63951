interface FakeHistoryRecord {
  id: number
  indexerId: number
  date: string
  eventType: 'releaseGrabbed' | 'indexerQuery'
  successful: boolean
  data: Record<string, string>
}

const NUMBERS = { releaseGrabbed: 1, indexerQuery: 2 } as const

/** Prowlarr's history, with its paging. */
export function createFakeHistory() {
  const records: FakeHistoryRecord[] = []

  function add(
    record: Pick<FakeHistoryRecord, 'eventType' | 'indexerId' | 'successful' | 'data'>,
    date = new Date(),
  ): void {
    records.push({ id: records.length + 1, date: date.toISOString(), ...record })
  }

  return {
    records,

    grabbed(grab: { indexerId: number; title: string; successful?: boolean; date?: Date }): void {
      const data = {
        source: 'Prowlarr',
        grabMethod: 'Proxy',
        grabTitle: grab.title,
        downloadClient: 'Transfer',
      }
      const { indexerId, successful = true, date } = grab
      add({ eventType: 'releaseGrabbed', indexerId, successful, data }, date)
    },

    searched(question: { indexerId: number; query: string; successful: boolean }): void {
      const { indexerId, query, successful } = question
      add({ eventType: 'indexerQuery', indexerId, successful, data: { query, queryType: 'search' } })
    },

    /** A page, newest first, as `GET /api/v1/history` returns it. */
    page(query: URLSearchParams) {
      const page = Number(query.get('page') ?? 1)
      const pageSize = Number(query.get('pageSize') ?? 10)
      const wanted = query.getAll('eventType').map(Number)
      const found = records
        .filter(({ eventType }) => wanted.length === 0 || wanted.includes(NUMBERS[eventType]))
        .toSorted((one, other) => other.date.localeCompare(one.date))
      return {
        page,
        pageSize,
        sortKey: 'date',
        sortDirection: 'descending',
        totalRecords: found.length,
        records: found.slice((page - 1) * pageSize, page * pageSize),
      }
    },
  }
}
