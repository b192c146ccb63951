import { expect, it } from 'vitest'
import { CLIENTS } from '#fakes/download-clients/all'
import { driversThrough, recordEverything } from './every-driver.fixture'

const drivers = driversThrough(globalThis.fetch)

it.each(CLIENTS)('$name repeats no password in a message, not even one that is a word', async ({ name }) => {
  const secrets = drivers
    .filter((driver) => driver.name === name)
    .flatMap(({ entries }) => entries.filter(({ secret }) => secret))
  const { settings, texts, replayed } = await recordEverything(name, (service) =>
    Object.fromEntries(secrets.flatMap((entry) => (entry.name in service ? [[entry.name, 'wick']] : []))),
  )
  expect(Object.values(settings)).toContain('wick')
  const outcomes = []
  for (const at of texts) {
    for (const status of [200, 400, 403, 500]) {
      outcomes.push(await replayed({ at, text: 'Refused: wick.', status }))
    }
  }
  const told = JSON.stringify(outcomes)
  expect(told.match(/"(?:message|text|version)":"[^"]*wick/g) ?? []).toEqual([])
  // A name may contain the word.
  expect(told).toContain('"name":"Refused: wick."')
})
