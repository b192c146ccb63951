import { expect, it } from 'vitest'
import { patchDownloadSettingsBody } from '#contract/download-settings'
import { namedLanguages } from '#client/ui/languageCodes'

it('names the languages in the interface language, sorted', () => {
  const names = namedLanguages('en')
  expect(names).toContainEqual({ value: 'de', label: 'German' })
  expect(namedLanguages('de')).toContainEqual({ value: 'de', label: 'Deutsch' })
  const labels = names.map(({ label }) => label)
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'en')))
})

it('offers each language once, under a code that the contract accepts', () => {
  const codes = namedLanguages('en').map(({ value }) => value)
  expect(codes).not.toContain('iw')
  const labels = namedLanguages('en').map(({ label }) => label)
  expect(labels).toEqual([...new Set(labels)])
  expect(codes.slice(0, 50).filter((code) => !accepts(code))).toEqual([])
})

function accepts(code: string): boolean {
  return patchDownloadSettingsBody.safeParse({ languages: [code] }).success
}
