import { describe, expect, it } from 'vitest'
import type { Distortion } from '#tests/support/recorded-service'
import { driversThrough, recordEverything, SERVICES } from './every-driver.fixture'

const drivers = driversThrough(globalThis.fetch)

it('Every driver has a service to be tested with', () => {
  expect(Object.keys(SERVICES).toSorted()).toEqual(drivers.map(({ name }) => name).toSorted())
})

/** Answers in place of the real ones, in the forms in which services report errors. */
const refusals = (words: string): Omit<Distortion, 'at'>[] =>
  [words, `<p>${words}</p>`, { error: words }, { message: words }, [{ errorMessage: words }]]
    .map((body) => (typeof body === 'string' ? body : JSON.stringify(body)))
    .flatMap((text) => [200, 400, 401, 403, 404, 409, 500].map((status) => ({ text, status })))

const redirect = (words: string) => ({
  text: '',
  status: 302,
  location: `http://elsewhere.invalid/${words}/`,
})

describe.each(drivers)('the driver of $name', ({ name, entries }) => {
  it('repeats none of its secrets, wherever an answer echoes it', async () => {
    const { settings, texts, replayed } = await recordEverything(name)
    const secrets = entries.filter(({ secret }) => secret).flatMap((entry) => settings[entry.name] ?? [])
    expect(secrets).not.toEqual([])
    const leaks: unknown[] = []
    let hidden = 0
    for (const secret of secrets.map(String)) {
      const words = `at http://host.invalid/?key=${encodeURIComponent(secret)} with ${secret} here`
      for (const at of texts) {
        for (const answer of at.path === '' ? [...refusals(words), redirect(secret)] : [{ text: words }]) {
          const outcomes = JSON.stringify(await replayed({ at, ...answer }))
          if (outcomes.includes(secret)) leaks.push({ at, ...answer })
          if (outcomes.includes('***')) hidden += 1
        }
      }
    }
    expect(leaks).toEqual([])
    expect(hidden).toBeGreaterThan(0)
  })
})
