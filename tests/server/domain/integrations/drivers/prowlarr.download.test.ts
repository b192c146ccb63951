import { describe, expect, it } from 'vitest'
import { torrentFile } from '#fakes/download-clients/release-files'
import { API_KEY, connectedProwlarr, neverAborted, SPOKEN_SHELF } from './prowlarr.fixture'

const QUERY = 'first wick'

/** A Prowlarr that has found a release. */
async function withRelease(base = '') {
  const connected = await connectedProwlarr({ base })
  const [found] = await connected.source.search(SPOKEN_SHELF, QUERY, neverAborted())
  if (!found) throw new Error('Nothing was found')
  return { ...connected, wanted: { guid: found.guid, indexer: SPOKEN_SHELF, query: QUERY } }
}

const linksAsked = ({ fake }: Awaited<ReturnType<typeof withRelease>>) =>
  fake.received.filter(({ path }) => path.endsWith('/download'))

describe('fetching a release through its link', () => {
  it.each(['', '/prowlarr'])('finds it again and follows its link to a file, below "%s"', async (base) => {
    const connected = await withRelease(base)
    const { file } = torrentFile('The First Wick')
    connected.fake.leadLinksTo({ body: file })
    expect(await connected.source.download(connected.wanted)).toEqual({ state: 'file', file })
    const [call] = linksAsked(connected)
    expect(call?.path).toBe(`${base}/1/download`)
    // The key is sent only in a header.
    expect(call?.query.has('apikey')).toBe(false)
    expect(call?.headers['x-api-key']).toBe(API_KEY)
  })

  it('accepts a redirect to a magnet link', async () => {
    const { source, wanted } = await withRelease()
    expect(await source.download(wanted)).toMatchObject({
      state: 'magnet',
      uri: expect.stringMatching(/^magnet:\?xt=urn:btih:[0-9a-f]{40}&/),
    })
  })

  it('follows no other redirect', async () => {
    const { fake, source, wanted } = await withRelease()
    fake.leadLinksTo({ location: `${fake.url}/elsewhere` })
    expect(await source.download(wanted)).toMatchObject({
      state: 'postponed',
      cause: { code: 'link_redirects' },
    })
    expect(fake.received.some(({ path }) => path === '/elsewhere')).toBe(false)
  })

  it('calls no host other than Prowlarr, whatever the link names', async () => {
    const connected = await withRelease()
    const { fake, source, wanted } = connected
    const row = { guid: wanted.guid, title: 'The First Wick', indexerId: 1 }
    fake.offer([{ ...row, downloadUrl: 'http://elsewhere.invalid/1/download?link=x' }])
    expect(await source.download(wanted)).toMatchObject({ state: 'magnet' })
    fake.offer([{ ...row, downloadUrl: 'http://elsewhere.invalid/file.torrent' }])
    expect(await source.download(wanted)).toMatchObject({ cause: { code: 'link_missing' } })
    expect(linksAsked(connected)).toHaveLength(1)
  })

  it('says that the release is gone, and takes no other one', async () => {
    const { fake, source, wanted } = await withRelease()
    fake.offer([{ guid: 'other', title: 'The First Wick', indexerId: 1, downloadUrl: 'magnet:?x' }])
    const forgotten = { state: 'rejected', cause: { code: 'release_forgotten' } }
    expect(await source.download(wanted)).toMatchObject(forgotten)
    fake.offer([{ guid: wanted.guid, title: 'The First Wick', indexerId: 2, downloadUrl: 'magnet:?x' }])
    expect(await source.download(wanted)).toMatchObject(forgotten)
  })

  it.each([
    [404, '{"message":"Torrent not found"}', 'rejected', 'release_gone'],
    [410, '<error code="410" description="Torrent is gone" />', 'rejected', 'release_gone'],
    [410, '<error code="410" description="Indexer is disabled" />', 'postponed', 'failed_with_status'],
    [404, '{"message":"Indexer Not Found"}', 'postponed', 'answers_status'],
    // Of a proxy while Prowlarr restarts.
    [404, '', 'postponed', 'failed_with_status'],
    [404, '404 page not found\n', 'postponed', 'failed_with_status'],
    [404, '<html><body><h1>404 Not Found</h1></body></html>', 'postponed', 'failed_with_status'],
    [410, '<html><body>Gone</body></html>', 'postponed', 'failed_with_status'],
    [403, '', 'postponed', 'failed_with_status'],
    [400, '{"message":"Bad link"}', 'rejected', 'release_refused'],
    [503, '', 'postponed', 'failed_with_status'],
  ])('reads status %i with %j as %s', async (status, body, state, code) => {
    const { fake, source, wanted } = await withRelease()
    fake.leadLinksTo({ status, body })
    expect(await source.download(wanted)).toMatchObject({ state, cause: { code } })
  })

  it('is not the fault of a release if its indexer answers nothing because it fails', async () => {
    const { fake, source, wanted } = await withRelease()
    fake.failIndexer(1, 'silent')
    expect(await source.download(wanted)).toMatchObject({
      state: 'postponed',
      fault: 'indexer',
      cause: { code: 'indexer_failed' },
    })
  })

  it('reports what the link returns instead of a file', async () => {
    const { fake, source, wanted } = await withRelease()
    fake.leadLinksTo({ status: 429, body: '{"message":"Grab limit reached."}' })
    expect(await source.download(wanted)).toMatchObject({
      state: 'postponed',
      fault: 'indexer',
      status: 429,
      cause: { code: 'answers_status', params: { text: 'Grab limit reached' } },
    })
    fake.leadLinksTo({ status: 500 })
    expect(await source.download(wanted)).toMatchObject({ cause: { code: 'failed_with_status' } })
  })

  it('fails while Prowlarr cannot be reached, or refuses the key', async () => {
    const { fake, source, settings, wanted } = await withRelease()
    settings.set({ prowlarr_api_key: 'wrong' })
    expect(await source.download(wanted)).toMatchObject({ state: 'postponed', cause: { code: 'wrong_key' } })
    await fake.close()
    expect(await source.download(wanted)).toMatchObject({
      state: 'postponed',
      cause: { code: 'unreachable_address' },
    })
  })
})
