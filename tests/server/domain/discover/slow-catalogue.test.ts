import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { catalogueUnreachable } from '#server/domain/catalogue/catalogue.errors'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { createDiscoverSettings } from '#server/domain/discover/discover-settings.service'
import { settingDefaults } from '#server/domain/settings/settings.schemas'
import { catalogueBook } from '#tests/support/records'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The settings of Discover over a catalogue that takes this many milliseconds to answer. */
function settingsOver(catalogue: { delay: number; fails?: boolean }) {
  const announce = vi.fn()
  const after = <T>(value: T) =>
    new Promise<T>((resolve, reject) =>
      setTimeout(() => {
        if (catalogue.fails === true) reject(catalogueUnreachable())
        else resolve(value)
      }, catalogue.delay),
    )
  const discoverSettings = createDiscoverSettings({
    settings: { get: async (key) => settingDefaults[key], put: () => Promise.resolve() },
    lists: {
      list: () => after<CatalogueBook[]>([catalogueBook({ categories: ['Crime'] })]),
      similar: () => after<CatalogueBook[]>([]),
      categories: () => after([{ id: '1', name: 'Crime' }]),
    },
    defaultRegion: 'us',
    transaction: () => Promise.reject(new Error('Nothing is stored here')),
    audit: { record: () => Promise.resolve() },
    announce,
  })
  async function categoriesNow(): Promise<string[]> {
    const rows = discoverSettings.rows()
    await vi.advanceTimersByTimeAsync(1000)
    return (await rows).flatMap(({ category }) => category?.name ?? [])
  }
  return { announce, categoriesNow }
}

it('rows of categories come with the page if the catalogue answers within a second', async () => {
  const { announce, categoriesNow } = settingsOver({ delay: 900 })
  expect(await categoriesNow()).toEqual(['Crime'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(announce).not.toHaveBeenCalled()
})

it('rows of categories that come later refresh open pages, once', async () => {
  const catalogue = { delay: 3000 }
  const { announce, categoriesNow } = settingsOver(catalogue)
  expect(await categoriesNow()).toEqual([])
  await vi.advanceTimersByTimeAsync(1999)
  expect(announce).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(announce.mock.calls).toEqual([[{ topic: 'requests' }, 'everyone']])

  expect(await categoriesNow()).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(announce).toHaveBeenCalledTimes(1)
  catalogue.delay = 0
  expect(await categoriesNow()).toEqual(['Crime'])
})

it('rows of categories that never come leave open pages as they are', async () => {
  const { announce, categoriesNow } = settingsOver({ delay: 3000, fails: true })
  expect(await categoriesNow()).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(announce).not.toHaveBeenCalled()
})
