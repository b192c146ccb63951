import { describe, expect, it } from 'vitest'
import { h } from 'vue'
import type { DownloadDto } from '#contract/downloads'
import DownloadProgress from '#client/features/requests/DownloadProgress.vue'
import StatusBadge from '#client/features/requests/StatusBadge.vue'
import SearchResults from '#client/features/search/SearchResults.vue'
import { fakeServer, json } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { aBook, anItem, aSession, aUser } from '#tests/client/support/samples'

const HALF_WAY: DownloadDto = {
  state: 'downloading',
  progress: 43,
  seconds_left: 720,
  speed: 2_100_000,
  client: null,
  probably: false,
}

async function shown(facts: Partial<DownloadDto> = {}) {
  const download = { ...HALF_WAY, ...facts }
  const component = () => h(DownloadProgress, { download })
  const { wrapper } = await mountApp({ server: fakeServer({}), component })
  await settle()
  return wrapper
}

describe('the progress of a download', () => {
  it('is a bar, with the same in words', async () => {
    const wrapper = await shown()
    const bar = wrapper.get('[role="progressbar"]')
    expect(bar.attributes()).toMatchObject({
      'aria-valuenow': '43',
      'aria-valuetext': 'Downloading, 43 %, 2.1 MB/s, about 12 min',
    })
    expect(wrapper.text()).toBe('Downloading, 43 %, 2.1 MB/s, about 12 min')
  })

  it.each([
    [{ seconds_left: null }, 'Downloading, 43 %, 2.1 MB/s'],
    [{ speed: 850_400 }, 'Downloading, 43 %, 850 kB/s, about 12 min'],
    [{ speed: 12_345_678 }, 'Downloading, 43 %, 12 MB/s, about 12 min'],
    [{ speed: null }, 'Downloading, 43 %, about 12 min'],
    [{ speed: 0 }, 'Downloading, 43 %, about 12 min'],
    [{ seconds_left: 7300 }, 'Downloading, 43 %, 2.1 MB/s, about 2 hr'],
    [{ seconds_left: 4 }, 'Downloading, 43 %, 2.1 MB/s, about 1 min'],
    [{ progress: null }, 'Downloading'],
    [{ state: 'stalled' }, 'Stalled: no data is arriving, 43 %'],
    [{ state: 'queued', progress: 0 }, 'Waiting in the download client'],
    [{ state: 'completed', progress: 100 }, 'Downloaded, not in the library yet'],
    [{ probably: true }, 'Downloading, 43 %, 2.1 MB/s, about 12 min (probably: only the name matches)'],
    [{ client: 'Seedbox' }, 'Downloading, 43 %, 2.1 MB/s, about 12 min ·\u00a0Seedbox'],
  ] as const)('%j reads %s', async (facts, words) => {
    expect((await shown(facts)).text()).toBe(words)
  })

  it.each([
    ['downloading', 'Downloading'],
    ['processing', 'Downloaded'],
    ['completed', 'Downloaded'],
  ] as const)('has a badge: %s is shown as %s', async (state, words) => {
    const download = { ...HALF_WAY, state }
    const component = () => h(StatusBadge, { book: aBook({ status: 'downloading', download }) })
    const { wrapper } = await mountApp({ server: fakeServer({}), component })
    await settle()
    expect(wrapper.text()).toBe(words)
  })

  it('is on the card of a search result', async () => {
    const item = anItem({ status: 'downloading', download: HALF_WAY })
    const server = fakeServer({
      'GET /api/session': () => json(aSession({ user: aUser({ role: 'trusted' }) })),
      'GET /api/search': ({ query }) => json(query.get('page') === '0' ? [item] : []),
    })
    const component = () =>
      h(SearchResults, { search: { q: 'tide', region: 'us', exact: false, sort: 'relevance' } })
    const { wrapper } = await mountApp({ server, component })
    await settle()
    expect(wrapper.get('[role="progressbar"]').attributes('aria-valuenow')).toBe('43')
    // Omits the speed, because there is little room.
    expect(wrapper.text()).toContain('Downloading, 43 %, about 12 min')
  })
})
