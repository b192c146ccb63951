import { describe, expect, it } from 'vitest'
import { CONNECTION_TEST_CODES } from '#contract/connection-test'
import { configurationEntrySchema } from '#contract/connection-settings'
import { ownName } from '#contract/setting-words'
import { createDrivers, indexersOf, programsOf } from '#server/domain/integrations/registry'
import {
  applyChanges,
  describedEntries,
  missingSettings,
  valuesOf,
} from '#server/domain/integrations/settings.rules'
import { settingHints } from '#locales/en/connections.json'
import { settingLabels } from '#locales/en/settings/connections.json'
import { silentLog } from '#tests/support/records'
import { neverAborted } from './prowlarr.fixture'
import { settingsOf } from './access.fixture'

const called: URL[] = []
/** A service of another kind, which gives the same response to everything. */
function driversOver(answer: () => Promise<Response>) {
  const drivers = createDrivers({
    fetch: (input) => {
      called.push(new URL(new Request(input).url))
      return answer()
    },
    clock: () => new Date(),
    log: silentLog,
    userAgent: 'Earmark/test',
  })
  return [...indexersOf(drivers), ...programsOf(drivers)]
}

const drivers = driversOver(() => Promise.reject(new TypeError('fetch failed')))
/** Settings whose description is one sentence, which ends with a full stop like several; others are fragments. */
const SINGLE_SENTENCES = /(^|_)(vip|scan)$/
/** The value of every required address. */
const FILLED = 'http://service.invalid/base/'

it('Every driver has a unique name', () => {
  const names = drivers.map(({ name }) => name)
  expect(names.slice(0, 3)).toEqual(['Prowlarr', 'MyAnonamouse', 'qBittorrent'])
  expect(new Set(names).size).toBe(names.length)
})

describe.each(drivers)('the driver $name', (driver) => {
  const filled = Object.fromEntries(
    driver.entries
      .filter(({ required }) => required)
      .map(({ name }) => [name, /url/.test(name) ? FILLED : 'a-secret-of-its-own']),
  )

  it('describes every setting once, with a default of its own type', () => {
    expect(new Set(driver.entries.map(({ name }) => name)).size).toBe(driver.entries.length)
    for (const entry of describedEntries(driver)) {
      configurationEntrySchema.parse(entry)
      expect(entry.name).toMatch(/^[a-z][a-z_]+$/)
      expect(entry.description).toMatch(/^[A-Z]/)
      const isSentence = entry.description.includes('. ') || SINGLE_SENTENCES.test(entry.name)
      expect(entry.description).toMatch(isSentence ? /[^.]\.$/ : /[^.]$/)
      if (entry.default !== null) {
        const outcome = applyChanges(
          driver,
          { enabled: false, settings: {}, homes: {} },
          { [entry.name]: entry.default },
        )
        expect(outcome, entry.name).toEqual({ state: { enabled: false, settings: {}, homes: {} } })
      }
    }
  })

  it('has its settings in the languages of the pages', () => {
    const names = driver.entries.map(({ name }) => name)
    const own = names.map((name) => ownName(name, names))
    expect(own.filter((name) => !Object.hasOwn(settingLabels, name))).toEqual([])
    const hints = own.filter(
      (name) =>
        !Object.hasOwn(settingHints, name) &&
        !Object.hasOwn(settingHints, `${driver.name.toLowerCase()}_${name}`),
    )
    expect(hints).toEqual([])
  })

  it('marks every key, session or password as secret', () => {
    for (const { name, secret } of driver.entries) {
      if (/key|session|password|token/.test(name)) expect([name, secret]).toEqual([name, true])
    }
  })

  it('is ready with only its required settings', () => {
    expect(missingSettings(driver.entries, valuesOf(driver.entries, filled))).toEqual([])
    expect(
      applyChanges(driver, { enabled: false, settings: {}, homes: {} }, { ...filled, enabled: true }),
    ).toHaveProperty('state')
  })

  it('refuses keys that no header can carry', () => {
    for (const { name, secret } of driver.entries) {
      // A password is sent encoded, so it may contain any character.
      if (secret && name !== 'password') expect(driver.issue(name, 'schlüssel ☃')).not.toBeNull()
    }
  })

  it.each(['prowlarr:9696', 'ftp://x', 'http://me:pass@x', 'http://x/?a=1', 'nothing'])(
    'refuses %s as an address',
    (address) => {
      for (const { name } of driver.entries) {
        if (/url/.test(name)) expect(driver.issue(name, address)?.code).toMatch(/address/)
      }
    },
  )

  it.each([
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['a web page', () => Promise.resolve(new Response('<!doctype html><title>x</title>'))],
    ['an empty answer', () => Promise.resolve(new Response(''))],
    ['an object', () => Promise.resolve(Response.json({}))],
    ['a list', () => Promise.resolve(Response.json([]))],
    ['a number', () => Promise.resolve(Response.json(5))],
    ['a failure', () => Promise.resolve(new Response('', { status: 500 }))],
    ['a refusal', () => Promise.resolve(new Response('', { status: 401 }))],
    [
      'a redirect',
      () => Promise.resolve(new Response(null, { status: 302, headers: { location: '/login' } })),
    ],
    ['nothing found', () => Promise.resolve(new Response('', { status: 404 }))],
  ] as const)('says what is wrong after %s, never more than its own secrets allow', async (_name, answer) => {
    const same = driversOver(answer).find(({ name }) => name === driver.name)
    if (!same) throw new Error('The driver is gone')
    called.length = 0
    const found = await same.test(valuesOf(driver.entries, filled), () => Promise.resolve())
    expect(CONNECTION_TEST_CODES.filter((code) => code !== 'ok' && code !== 'incomplete')).toContain(
      found.code,
    )
    expect(found.text).toMatch(/^\p{L}.*\.$/u)
    expect(JSON.stringify(found)).not.toContain('a-secret-of-its-own')
    for (const url of called) {
      expect(url.href).not.toContain('a-secret-of-its-own')
      expect(url.pathname).toMatch(/^\/base\/[^/]/)
    }
  })

  it('asks no one while it is off', async () => {
    called.length = 0
    const { access } = settingsOf(driver, filled, { enabled: false })
    if (driver.kind === 'enrichment') {
      const described = await driver.enrich(access).describe([], 'x', neverAborted())
      expect(described.metadata.size).toBe(0)
    } else if (driver.kind === 'download_client') {
      await expect(driver.open(access).list()).rejects.toMatchObject({ code: 'connection_not_ready' })
    } else if (driver.kind === 'library') {
      await expect(driver.open(access).newest(neverAborted())).rejects.toThrow()
    } else {
      const source = driver.search(access)
      expect(await source.configured()).toBe(false)
      await expect(source.indexers()).rejects.toThrow()
      expect(driver.searchIssue(false, [])).not.toBeNull()
    }
    expect(called).toEqual([])
  })
})
