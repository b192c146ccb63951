import { readdirSync, readFileSync } from 'node:fs'
import { getTableColumns } from 'drizzle-orm'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { causeOf, causeText, type Cause } from '#contract/cause'
import { CAUSE_CODES } from '#contract/cause-codes'
import { problemSchema } from '#contract/common'
import { OIDC_ERRORS } from '#contract/oidc'
import { operations } from '#contract/operations'
import { OTHER_MEDIA, REASON_CODES, STATED_EDITIONS } from '#contract/releases'
import { DELIVERY_CAUSE_CODES } from '#contract/delivery-cause'
import { factName } from '#contract/words/facts'
import { fill } from '#contract/words/fill'
import { causeInWords, type WordGroup, type WordsOf } from '#contract/words/in-words'
import { reasonText } from '#contract/words/reasons'
import { languages, partsOf, textsIn } from '#scripts/lib/locales'
import { sqliteColumnTypes } from '#server/db/column-types'
import { defineTables } from '#server/db/tables'
import { FEATURE_SIGNS } from '#server/domain/ranking/evidence/feature-names.rules'
import { defineProblem, problemOf } from '#server/errors/problem'
import { textFieldsOf } from '#tests/support/text-fields'

describe('filling in a text', () => {
  it('never interprets filled-in values as texts', () => {
    expect(fill(compile('For “{a}”: {b}'), { a: '{b} | $&', b: 'x' })).toBe('For “{b} | $&”: x')
  })

  it.each([
    [0, '0 seeders, fewer than 5'],
    [1, '1 seeder, fewer than 5'],
    [2, '2 seeders, fewer than 5'],
  ])('chooses the plural form by the number: %i', (seeders, text) => {
    expect(reasonText('few_seeders', { seeders, minimum: 5 })).toBe(text)
  })

  it('words values that are codes', () => {
    expect(reasonText('language_differs', { language: 'de fr', wanted: 'en' })).toBe(
      'wrong language: German, French',
    )
    expect(reasonText('not_audiobook', { kind: 'sheet_music' })).toBe('not an audiobook: sheet music')
    expect(reasonText('wish_differs', { wish: 'language', wanted: 'de', found: 'en' })).toBe(
      'not as requested (German): English',
    )
    expect(reasonText('wish_unstated', { wish: 'narrator', wanted: 'de' })).toBe(
      'does not say whether it is as requested: de',
    )
  })

  it('leaves a language that has no code as it is', () => {
    expect(reasonText('language_differs', { language: 'x pt_BR', wanted: 'en' })).toBe(
      'wrong language: x, pt_BR',
    )
  })

  it.each(languages())('has words for every medium and edition that a reason may name: %s', (language) => {
    const texts = textsIn(language, 'book')
    const keys = [
      ...OTHER_MEDIA.map((one) => `media.${one}`),
      ...STATED_EDITIONS.map((one) => `reasons.${one}`),
    ]
    expect(keys.filter((key) => !texts.get(key))).toEqual([])
    expect([...texts.keys()].filter((key) => key.startsWith('media.'))).toHaveLength(OTHER_MEDIA.length)
  })

  it('drops a colon with nothing after it, and a missing value', () => {
    expect(reasonText('pack_not_allowed', { range: '' })).toBe('a pack')
    expect(fill(compile('{a}, {b}'), { a: 'x' })).toBe('x, ')
  })
})

describe('the words of a cause', () => {
  it('name a failed connection and the other service’s answer in their own words', () => {
    const service = 'Prowlarr'
    expect(causeText(causeOf('unreachable', { service, failure: 'ENOTFOUND' }))).toBe(
      'Prowlarr cannot be reached: the host name is unknown.',
    )
    expect(causeText(causeOf('unreachable', { service, failure: 'ENEW' }))).toBe(
      'Prowlarr cannot be reached: the connection failed (ENEW).',
    )
    const page = causeOf('not_the_api', { service, found: 'status', status: 404 })
    expect(causeText(page)).toContain('The answer is status 404: this is not Prowlarr’s API.')
  })

  it('include those of its parts, named ones first', () => {
    const late = { code: 'no_answer_within', params: { seconds: 60, name: 'Spoken Shelf' } } as const
    const other = { code: 'other', params: { text: '{causes} stays' } } as const
    const cause = { ...causeOf('indexers_failed', { failed: 1, asked: 3 }), causes: [other, late] }
    expect(causeText(cause)).toBe('1 of 3 failed: Spoken Shelf: no answer within 60 s. {causes} stays.')
  })

  it('end each of several parts once, and leave a single one as it is', () => {
    const several = (...causes: Cause[]) => causeText({ ...causeOf('several'), causes })
    const late = causeOf('no_answer_within', { seconds: 30 })
    const failed = causeOf('indexer_failed', { service: 'Prowlarr' })
    const of = (name: string, { code, params }: Cause) => ({ code, params: { ...params, name } })
    expect(several(late)).toBe('no answer within 30 s')
    expect(several(of('A', failed), of('B', late))).toBe(
      'A: It failed just now. Prowlarr’s log says why. B: no answer within 30 s.',
    )
    expect(several(of('B', late), of('A', failed))).toBe(
      'B: no answer within 30 s. A: It failed just now. Prowlarr’s log says why.',
    )
    const question = causeOf('other', { text: 'Is it “open?”' })
    expect(several(failed, question, late)).toBe(
      'It failed just now. Prowlarr’s log says why. Is it “open?” no answer within 30 s.',
    )
  })

  it.each([
    ['de', 'A: keine Antwort innerhalb von 30 s. Kein Indexer hat geantwortet.'],
    ['fr', 'A\u00A0: pas de réponse en 30 s. Aucun indexeur n’a répondu.'],
    ['ja', 'A: 30秒以内に応答なし。応答したインデクサーがありません。'],
  ])('are joined as sentences of the language: %s', (language, words) => {
    const texts = textsIn(language, 'causes')
    const wordsOf: WordsOf = (group, code, params) => {
      const text = texts.get(`${group}.${code}`)
      return text === undefined ? null : fill(compile(text), params, language)
    }
    const late = { code: 'no_answer_within', params: { seconds: 30, name: 'A' } } as const
    const cause = { ...causeOf('several'), causes: [causeOf('none_answered'), late] }
    expect(causeInWords(cause, wordsOf)).toBe(words)
  })

  it('are a person’s own words if a person gave the reason', () => {
    expect(causeText(causeOf('person', { text: 'It stops in the middle.' }))).toBe('It stops in the middle.')
  })
})

/** The keys of a group's texts. */
const keysIn = (group: WordGroup) =>
  partsOf('en')
    .flatMap((part) => [...textsIn('en', part).keys()])
    .filter((key) => key.startsWith(`${group}.`))
    .map((key) => key.slice(group.length + 1))

/** Groups of texts, each with the codes that exist. */
const CATALOGUES: [name: WordGroup, codes: readonly string[]][] = [
  ['reasons', REASON_CODES],
  ['causes', CAUSE_CODES],
  ['deliveryCauses', DELIVERY_CAUSE_CODES],
  ['facts', [...new Set([...FEATURE_SIGNS.keys()].map(factName))]],
]

describe.each(CATALOGUES)('the words of %s', (group, codes) => {
  it('exist for every code, and for nothing else', () => {
    expect(keysIn(group).toSorted()).toEqual(codes.toSorted())
  })
})

/** The codes of texts, each without the reasons of those with several. */
const codesIn = (group: WordGroup) => new Set(keysIn(group).map((key) => key.replace(/\..*/, '')))

describe('The words of a problem', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(`server/${file}`, 'utf8') }))
  const defined = sources.flatMap(({ text }) =>
    [...text.matchAll(/\bdefine(Caused|Issues)?Problem\(\s*'(\w+)'/g)].map(([, kind, code = '']) => ({
      kind,
      code,
    })),
  )
  const codes = new Set(defined.map(({ code }) => code))

  it('are produced from its code in only one place', () => {
    const makers = sources.filter(({ text }) => /new (App|Caused)Error\(/.test(text))
    expect(makers.map(({ file }) => file)).toEqual(['errors/problem.ts'])
  })

  it('include a title for every code, and for nothing else', () => {
    expect(codes.size).toBeGreaterThan(100)
    expect([...codesIn('titles')].toSorted()).toEqual([...codes].toSorted())
  })

  it('include a text for every code that has no cause, issues or provider’s failure, and for nothing else', () => {
    const provider: readonly string[] = OIDC_ERRORS
    const worded = defined.filter(({ kind, code }) => kind === undefined && !provider.includes(code))
    expect([...codesIn('problems')].toSorted()).toEqual(
      [...new Set(worded.map(({ code }) => code))].toSorted(),
    )
  })

  it('are rendered only when they are read', () => {
    const problem = defineProblem(
      'not_in_region',
      404,
    )({ why: 'catalogue', asin: 'B0EXAMPLE1', region: 'uk' })
    expect(Object.keys(problem)).not.toContain('title')
    expect(Object.hasOwn(problem, 'message')).toBe(false)
    expect(problemOf(problem, 'r1')).toMatchObject({
      title: 'Not in this region',
      detail: 'The catalogue has no audiobook B0EXAMPLE1 in the region uk.',
    })
    expect(String(problem)).toContain('B0EXAMPLE1')
  })
})

const list = (names: string) => names.trim().split(/\s+/)

/** Fields whose text needs no translation, such as a name, an id, an address or a code. */
const VALUES = list(`
  id asin guid item search_id request_id key public_key code settings type version path default example value flag header variable
  name server_name username user_username user displayName actor subject hand_made_by said_by invited_by people client library driver connection indexer
  release browser system filetype indexer_flags info done reasons shortened indexer_order languages
  address audio address_example secure_address redirect_to redirect_url logout_redirect_url link url info_url avatar
  cover_image issuer scopes claims token_endpoint_auth_methods oidc_endpoint oidc_client_id oidc_scope
  oidc_username_claim oidc_group_claim oidc_group_untrusted oidc_group_trusted oidc_group_admin claim groups oidc_logout_url
`)
/**
 * Fields with a text that a person, a catalogue, a library or an outside service wrote; "params" may contain
 * one.
 */
const OTHERS_TEXTS = list(`
  title followed subtitle authors author narrators narrator language position summary read_as reason extra_data params body headers
  open_headers sample answer rule words note
`)
/** The server's words, each with the fields that may contain its code. */
const WORDS_BESIDE: Readonly<Record<string, readonly string[]>> = {
  text: ['code'],
  detail: ['code', 'note'],
  message: ['code'],
  error: ['cause'],
  last_error: ['cause'],
  error_message: ['cause'],
  download_error: ['book'],
  description: ['name'],
}

/** Fields with any other text, which could be a sentence. */
function sentencesIn(schema: z.ZodType): string[] {
  return textFieldsOf(schema).flatMap(({ name, beside }) => {
    // Not a field, such as an item of a list of names.
    if (name === '' || VALUES.includes(name) || OTHERS_TEXTS.includes(name)) return []
    const isCoded = WORDS_BESIDE[name]?.some((code) => beside.includes(code)) ?? false
    return isCoded ? [] : [`${name}, beside ${beside.join(', ')}`]
  })
}

describe('The contract', () => {
  const answered = Object.values(operations).flatMap(({ answers }) =>
    Object.values(answers).flatMap((answer) => ('schema' in answer ? [answer.schema] : [])),
  )
  const schemas = [problemSchema, ...answered]

  it('has no words without a code beside them', () => {
    expect(answered.length).toBeGreaterThan(50)
    expect([...new Set(schemas.flatMap(sentencesIn))]).toEqual([])
  })

  it('has every field listed here', () => {
    const names = new Set(schemas.flatMap(textFieldsOf).map(({ name }) => name))
    const listed = [...VALUES, ...OTHERS_TEXTS, ...Object.keys(WORDS_BESIDE)]
    expect(listed.filter((name) => !names.has(name))).toEqual([])
  })

  it('would be caught with a sentence at any depth', () => {
    const text = z.string()
    const bare = z.object({ rows: z.array(z.object({ message: text.nullable() }).meta({ id: 'Bare' })) })
    expect(sentencesIn(bare)).toEqual(['message, beside message'])
    expect(sentencesIn(z.object({ hint: text, cause: text.optional() }))).toContain(
      'hint, beside hint, cause',
    )
    expect(sentencesIn(z.union([z.object({ error: text }), z.null()]))).toEqual(['error, beside error'])
    expect(sentencesIn(z.object({ message: text, code: text, at: z.iso.datetime() }))).toEqual([])
  })
})

/** Columns whose text needs no translation, such as a name, an id, an address, a hash or a code. */
const VALUE_COLUMNS = list(`
  id key asin guid code outcome followedId itemId connectionId userId ownerId targetId eventId deliveryId searchId grabId downloadId region
  name nameKey username usernameKey actor handMadeBy role driver client kind state status said event protocol foundBy invitedBy
  bodyType edition language releaseDate defaultRegion network address url coverUrl userAgent leaseOwner
  passwordHash tokenHash keyHash browserHash networkHash oidcIssuer oidcSubject idToken payload titleKey authorKey
  searchText subject settings value headers server seriesId personId position listId source identifier waitsFor
`)
/** Columns with a text that a person, a catalogue or an outside service wrote. */
const OTHERS_COLUMNS = list('title author followed subtitle summary info reason extraData body answer')
/** Columns of JSON, whose types say which texts are in them. */
const JSON_COLUMNS = list(`
  cause note quota fileDigests authors narrators series detail facts indexers metadata verdict book offer events message wishes
  pause candidates refusal
`)

describe('The database', () => {
  const columns = Object.entries(defineTables(sqliteColumnTypes)).flatMap(([table, held]) =>
    Object.entries<{ columnType: string }>(getTableColumns(held)).map(([name, { columnType }]) => ({
      table,
      name,
      columnType,
    })),
  )
  const texts = columns.filter(({ columnType }) => columnType === 'SQLiteText')
  const documents = columns.filter(({ columnType }) => columnType === 'SQLiteTextJson')

  it('has no column for a sentence', () => {
    expect(columns.map(({ table, name }) => `${table}.${name}`)).toContain('fulfilments.cause')
    const unknown = [
      ...texts.filter(({ name }) => ![...VALUE_COLUMNS, ...OTHERS_COLUMNS].includes(name)),
      ...documents.filter(({ name }) => !JSON_COLUMNS.includes(name)),
    ]
    expect(unknown.map(({ table, name }) => `${table}.${name}`)).toEqual([])
  })

  it('has every column listed here', () => {
    const names = new Set([...texts, ...documents].map(({ name }) => name))
    expect([...VALUE_COLUMNS, ...OTHERS_COLUMNS, ...JSON_COLUMNS].filter((name) => !names.has(name))).toEqual(
      [],
    )
  })
})
