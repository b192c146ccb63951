import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { untouchedFeatures } from '#scripts/lib/client-features.mjs'

const FEATURES = readdirSync('client/features')

function touched(...changed: string[]): string[] {
  const untouched = untouchedFeatures(changed)
  return FEATURES.filter((name) => !untouched.includes(name))
}

describe('a change touches', () => {
  it('for a page, only its feature, although the router imports it', () => {
    expect(touched('client/features/storage/StoragePage.vue')).toEqual(['storage'])
  })

  it('for a component, the features that import it, directly or not', () => {
    expect(touched('client/features/wishes/WishesForm.vue')).toEqual(
      expect.arrayContaining(['book', 'wishes']),
    )
    expect(touched('client/features/wishes/WishesForm.vue')).not.toContain('users')
    expect(touched('client/ui/UiCover.vue')).toEqual(expect.arrayContaining(['book', 'search', 'series']))
  })

  it('for a test, its feature', () => {
    expect(touched('tests/client/features/storage/StoragePage.test.ts')).toEqual(['storage'])
  })

  it('for a schema, the features that import it', () => {
    expect(touched('server/contract/storage.ts')).toEqual(['storage'])
  })

  it.each(['en', 'de'])('for a text (%s), the features that name its group', (language) => {
    expect(touched(`locales/${language}/storage.json`)).toEqual(['storage'])
  })

  it('each of several things', () => {
    expect(touched('client/features/storage/StoragePage.vue', 'locales/en/lists.json', 'README.md')).toEqual([
      'lists',
      'storage',
    ])
  })

  it.each([
    'tests/client/support/mountApp.ts',
    'tests/client/vitest.setup.ts',
    'server/domain/requests/request-actions.rules.ts',
  ])('everything, for what tests of many features import: %s', (changed) => {
    expect(touched(changed)).toEqual(FEATURES)
  })
})
