import { describe, expect, it } from 'vitest'
import { useSearchRoute } from '#client/features/search/useSearchRoute'
import { fakeServer, json } from '#tests/client/support/fakeServer'
import { inApp, settle } from '#tests/client/support/mountApp'
import { aSession } from '#tests/client/support/samples'

const start = (at: string) =>
  inApp(useSearchRoute, {
    server: fakeServer({ 'GET /api/session': () => json(aSession({ default_region: 'uk' })) }),
    at,
  })

describe('the search in the address', () => {
  it('is read from a link', async () => {
    const { result } = await start('/search?q=small+gods&region=de')
    expect([result.q.value, result.region.value]).toEqual(['small gods', 'de'])
  })

  it('uses the server’s preferred region if the link names none or a wrong one', async () => {
    expect((await start('/search?q=x')).result.region.value).toBe('uk')
    expect((await start('/search?q=x&region=mars')).result.region.value).toBe('uk')
  })

  it('is written there, words trimmed and the region kept', async () => {
    const { result, router } = await start('/search?q=x&region=fr')
    await result.searchFor('  small gods ')
    expect(router.currentRoute.value.query).toEqual({ q: 'small gods', region: 'fr' })
    await result.searchIn('jp')
    expect(router.currentRoute.value.query).toEqual({ q: 'small gods', region: 'jp' })
  })

  it('keeps its filters in another region, and loses them with other words', async () => {
    const { result, router } = await start('/search?q=x&region=fr&unabridged=1')
    await result.searchIn('jp')
    expect(router.currentRoute.value.query).toEqual({ q: 'x', region: 'jp', unabridged: '1' })
    await result.searchFor('y')
    expect(router.currentRoute.value.query).toEqual({ q: 'y', region: 'jp' })
  })

  it('contains the order, which other words reset', async () => {
    const { result, router } = await start('/search?q=x&region=fr&sort=longest&unabridged=1')
    expect(result.sort.value).toBe('longest')
    await result.sortBy('relevance')
    expect(router.currentRoute.value.query).toEqual({ q: 'x', region: 'fr', unabridged: '1' })
    await result.sortBy('title')
    expect(result.sort.value).toBe('title')
    await result.searchFor('y')
    expect(result.sort.value).toBe('relevance')
    expect((await start('/search?q=x&sort=price')).result.sort.value).toBe('relevance')
  })

  it('keeps a link that led nowhere for the first words that replace it, and not for later ones', async () => {
    const { result, router } = await start('/search?q=https://amzn.to/3x&region=uk')
    await result.leaveLink()
    await result.searchFor('tide')
    expect([result.q.value, result.link.value]).toEqual(['tide', 'https://amzn.to/3x'])
    await result.searchExactly()
    expect(result.link.value).toBe('https://amzn.to/3x')
    await result.searchFor('other words')
    expect(router.currentRoute.value.query).toEqual({ q: 'other words', region: 'uk' })
  })

  it('follows the browser’s back button', async () => {
    const { result, router } = await start('/search?q=one')
    await result.searchFor('two')
    router.back()
    await settle()
    expect(result.q.value).toBe('one')
  })

  it('is not taken from the address of another page', async () => {
    const { result, router } = await start('/requests?q=tide')
    expect(result.q.value).toBe('')
    await result.searchFor('dune')
    expect(router.currentRoute.value.name).toBe('search')
  })
})
