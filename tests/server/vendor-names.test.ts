import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LANGUAGES } from '#contract/words/messages'
import { partsOf, textsIn } from '#scripts/lib/locales'
import { sourceFiles } from '#tests/support/imports'

/** Services that people connect, under all their names and setting prefixes. */
const NAMES =
  /prowlarr|myanonamouse|\bmam(?:_|\b)|qbittorrent|\btransmission\b|deluge|sabnzbd|nzbget|audiobookshelf|jellyfin|\bemby\b|\bplex\b/i

/** Where these names belong: in their drivers, in one line each of the registry, and in the examples of the API. */
const HOMES = /^server\/(?:domain\/integrations\/(?:drivers\/|registry\.ts$)|contract\/[\w-]+\.examples\.ts$)/

/** Lines elsewhere, and why they may name a service. */
const EXCEPTIONS: readonly [file: string, line: RegExp][] = [
  // Codes that programs already know, or that are stored.
  ['server/contract/books.ts', /^export const SEARCH_ISSUES = /],
  ['server/contract/download-settings.ts', /^export const RELEASE_SENDERS = /],
  ['server/contract/download-settings.ts', /^'`prowlarr`: /],
  ['server/contract/download-settings.ts', /^send_(?:torrents|usenet)_by: 'prowlarr',$/],
  // An example.
  ['server/contract/connections.ts', /such as qBittorrent/],
  // Generated from the keys of texts.
  ['server/contract/words/messages.ts', /^'/],
]

/** Texts about one service: its driver's settings, and what only NZBGet lacks. */
const OF_ONE_SERVICE = /^(?:settingHints\..+|downloadSettings\.following\.removeHint)$/

it('Only their drivers name the connected services', () => {
  const files = [...sourceFiles('server'), ...sourceFiles('client')]
  const found = files
    .filter((file) => !HOMES.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line, index) => ({ file, line: line.trim(), number: index + 1 })),
    )
    .filter(({ line }) => NAMES.test(line))
  const isException = ({ file, line }: { file: string; line: string }) =>
    EXCEPTIONS.some(([where, which]) => where === file && which.test(line))
  const wrong = found.filter((one) => !isException(one)).map((one) => `${one.file}:${one.number} ${one.line}`)
  expect(files.filter((file) => HOMES.test(file)).length).toBeGreaterThan(20)
  expect(files.filter((file) => file.startsWith('client/')).length).toBeGreaterThan(100)
  expect(
    wrong,
    `Have the driver say it: server/domain/integrations/integrations.types.ts lists what drivers say.\n${wrong.join('\n')}\n`,
  ).toEqual([])
  const unused = EXCEPTIONS.filter(
    ([where, which]) => !found.some(({ file, line }) => where === file && which.test(line)),
  )
  expect(unused).toEqual([])
})

it.each(LANGUAGES)('The texts in %s name no service but in its own settings', (language) => {
  const texts = partsOf(language).flatMap((part) => [...textsIn(language, part)])
  const named = texts.filter(([key, text]) => NAMES.test(text) && !OF_ONE_SERVICE.test(key))
  expect(texts.length).toBeGreaterThan(1000)
  expect(named, 'Say {service}, or what it is for.').toEqual([])
})
