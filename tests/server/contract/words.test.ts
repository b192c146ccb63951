import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { causeOf, causeText } from '#contract/cause'
import { CAUSE_CODES } from '#contract/cause-codes'
import { REASON_CODES } from '#contract/releases'
import causeTexts from '#client/locales/en.causes'
import bookTexts from '#client/locales/en.book'
import settingTexts from '#client/locales/en.settings'
import englishTexts from '#client/locales/en'
import deliveryTexts from '#client/locales/en.deliveries'
import { FACT_WORDS, factName } from '#contract/words/facts'
import { CAUSE_WORDS } from '#contract/words/causes'
import auditTexts from '#client/locales/en.audit'
import { AUDIT_NOTE_WORDS } from '#contract/words/audit-notes'
import { TEST_FINDING_WORDS } from '#contract/words/connection-test'
import { FILE_CAUSE_WORDS } from '#contract/words/file-causes'
import { DELIVERY_CAUSE_CODES, DELIVERY_WORDS } from '#contract/words/delivery-causes'
import { FAILURE_WORDS, FOUND_WORDS } from '#contract/words/failures'
import { fill } from '#contract/words/fill'
import { PROBLEM_WORDS } from '#contract/words/problems'
import { SETTING_PROBLEM_WORDS } from '#contract/words/setting-problems'
import { REASON_WORDS, reasonText } from '#contract/words/reasons'
import { sqliteKit } from '#server/db/kit'
import { defineTables } from '#server/db/tables'
import { FEATURE_SIGNS } from '#server/domain/ranking/evidence/feature-names.rules'

describe('filling a text', () => {
  it('never reads what is filled in as a text itself', () => {
    expect(fill('For “{a}”: {b}', { a: '{b} | $&', b: 'x' })).toBe('For “{b} | $&”: x')
  })

  it.each([
    [0, '0 seeders, fewer than 5'],
    [1, '1 seeder, fewer than 5'],
    [2, '2 seeders, fewer than 5'],
  ])('chooses the plural form by the first value that it names: %i', (seeders, text) => {
    expect(reasonText('few_seeders', { seeders, minimum: 5 })).toBe(text)
  })

  it('chooses the plural form by n where that is given', () => {
    expect(fill('{name}: {n} book | {name}: {n} books', { name: 3, n: 1 })).toBe('3: 1 book')
  })

  it('leaves out a colon with nothing behind it, and a value that is not there', () => {
    expect(reasonText('pack_not_allowed', { range: '' })).toBe('a pack')
    expect(fill('{a}, {b}', { a: 'x' })).toBe('x, ')
  })
})

describe('the words of a cause', () => {
  it('name a failed connection and what answered by their own words', () => {
    const service = 'Prowlarr'
    expect(causeText(causeOf('unreachable', { service, failure: 'ENOTFOUND' }))).toBe(
      'Prowlarr cannot be reached: the host of the address is not known.',
    )
    expect(causeText(causeOf('unreachable', { service, failure: 'ENEW' }))).toBe(
      'Prowlarr cannot be reached: the connection failed (ENEW).',
    )
    const page = causeOf('not_the_api', { service, found: 'status', status: 404 })
    expect(causeText(page)).toContain('The answer is status 404: this is not Prowlarr’s API.')
  })

  it('hold those of its parts, of which the named ones come first', () => {
    const late = { code: 'no_answer_within', params: { seconds: 60, name: 'Spoken Shelf' } } as const
    const other = { code: 'other', params: { text: '{causes} stays' } } as const
    const cause = { ...causeOf('indexers_failed', { failed: 1, asked: 3 }), causes: [other, late] }
    expect(causeText(cause)).toBe('1 of 3 failed: Spoken Shelf: no answer within 60 s. {causes} stays')
  })

  it('are those of a person where a person said why', () => {
    expect(causeText(causeOf('person', { text: 'It stops in the middle.' }))).toBe('It stops in the middle.')
  })
})

type Words = Readonly<Record<string, string>>

/** Catalogues with the codes that there are, and where the client has them. */
const CATALOGUES: [name: string, words: Words, codes: readonly string[], inClient: Words][] = [
  ['reasons of a verdict', REASON_WORDS, REASON_CODES, bookTexts.reasons],
  ['causes', CAUSE_WORDS, CAUSE_CODES, causeTexts.causes],
  ['failed deliveries', DELIVERY_WORDS, DELIVERY_CAUSE_CODES, deliveryTexts.deliveryCauses],
  ['failures of a connection', FAILURE_WORDS, Object.keys(FAILURE_WORDS), causeTexts.failures],
  ['what answered in place of a service', FOUND_WORDS, Object.keys(FOUND_WORDS), causeTexts.found],
  ['refused configuration files', FILE_CAUSE_WORDS, Object.keys(FILE_CAUSE_WORDS), settingTexts.fileCauses],
  ['a connection test', TEST_FINDING_WORDS, Object.keys(TEST_FINDING_WORDS), settingTexts.testFindings],
  ['facts that weighed', FACT_WORDS, [...new Set([...FEATURE_SIGNS.keys()].map(factName))], bookTexts.facts],
]

describe.each(CATALOGUES)('the words of %s', (_name, words, codes, inClient) => {
  it('are there for every code, and for nothing else', () => {
    expect(Object.keys(words).toSorted()).toEqual(codes.toSorted())
  })

  it('are the ones that the client has', () => {
    expect(inClient).toBe(words)
  })

  it('say something', () => {
    for (const text of Object.values(words)) expect(text.trim()).not.toBe('')
  })
})

describe('The words of the audit log', () => {
  it('are there for every code in the client too', () => {
    expect(Object.keys(auditTexts.auditNotes)).toEqual(Object.keys(AUDIT_NOTE_WORDS))
  })
})

describe('The words of a problem', () => {
  it('are the ones that the client has', () => {
    expect(englishTexts.problems).toBe(PROBLEM_WORDS)
    expect(settingTexts.problems).toBe(SETTING_PROBLEM_WORDS)
  })

  it('are written from its code in one place alone', () => {
    const makers = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') && /new (App|Caused)Error\(/.test(readFileSync(`server/${file}`, 'utf8')),
    )
    expect(makers).toEqual(['problem.ts'])
  })
})

describe('The database', () => {
  const columns = Object.entries(defineTables(sqliteKit)).flatMap(([table, { ...held }]) =>
    Object.keys(held).map((column) => `${table}.${column}`),
  )

  it('has no column for the sentence of a failure', () => {
    expect(columns).toContain('fulfilments.cause')
    const sentences = columns.filter((column) => /error$/i.test(column))
    expect(sentences).toEqual([])
  })
})
