import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sourceFiles } from '#tests/support/imports'

/** Services that people connect, under all their names and setting prefixes. */
const NAMES =
  /prowlarr|myanonamouse|\bmam(?:_|\b)|qbittorrent|\btransmission\b|deluge|sabnzbd|nzbget|audiobookshelf|jellyfin|\bemby\b|\bplex\b/i

/**
 * Where these names may appear: in their drivers, in one line of the registry each, and in the words, codes
 * and examples of the API.
 */
const ALLOWED = /^server\/(?:domain\/integrations\/(?:drivers\/|registry\.ts$)|contract\/|openapi\/)/

it('Only their drivers name the connected services', () => {
  const files = sourceFiles('server')
  const found = files
    .filter((file) => !ALLOWED.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (NAMES.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    )
  expect(files.filter((file) => ALLOWED.test(file)).length).toBeGreaterThan(20)
  expect(
    found,
    `Have the driver say it: server/domain/integrations/integrations.types.ts lists what drivers say.\n${found.join('\n')}\n`,
  ).toEqual([])
})
