import { expect, it } from 'vitest'
import { CLIENTS } from '#fakes/download-clients/all'
import { driversThrough, recordEverything } from './every-driver.fixture'

const drivers = driversThrough(globalThis.fetch)

/** A key is no passphrase, and is hidden in names too. */
const hasPassword = (name: string) =>
  drivers.some((one) => one.name === name && one.entries.some((entry) => entry.name === 'password'))
const CASES = CLIENTS.flatMap(({ name }) =>
  ['wick', ...(hasPassword(name) ? ['Night of Wicks'] : [])].map((word) => ({ name, word })),
)

it.each(CASES)('$name does not repeat the password “$word” in a message', async ({ name, word }) => {
  const secrets = drivers
    .filter((driver) => driver.name === name)
    .flatMap(({ entries }) => entries.filter(({ secret }) => secret))
  const { settings, texts, replayed } = await recordEverything(name, (service) =>
    Object.fromEntries(secrets.flatMap((entry) => (entry.name in service ? [[entry.name, word]] : []))),
  )
  expect(Object.values(settings)).toContain(word)
  const outcomes = []
  for (const at of texts) {
    for (const status of [200, 400, 403, 500]) {
      outcomes.push(await replayed({ at, text: `Refused: ${word}.`, status }))
    }
  }
  const told = JSON.stringify(outcomes)
  const messages = [...told.matchAll(/"(?:message|text|version)":"([^"]*)/g)].map(([, message]) => message)
  expect(messages.filter((message) => message?.includes(word))).toEqual([])
  // A name may contain it.
  expect(told).toContain(`"name":"Refused: ${word}."`)
})
