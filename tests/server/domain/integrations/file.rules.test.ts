import { describe, expect, it } from 'vitest'
import { fileText } from '#contract/file-cause'
import { changesToApply, readSections } from '#server/domain/integrations/file.rules'
import { growsFast } from '#tests/support/growth'
import { findJsonFault, readMembersOf } from '#server/domain/json-fault.rules'
import type { Described } from '#server/domain/integrations/settings.rules'

const indexers: Described[] = [
  {
    name: 'Prowlarr',
    entries: [
      { name: 'prowlarr_api_key', default: null, required: true, type: 'str', secret: true },
      {
        name: 'prowlarr_source_ttl',

        default: 60,
        required: false,
        type: 'int',
        secret: false,
      },
    ],
    address: 'prowlarr_base_url',
    issue: () => null,
  },
]
const programs: Described[] = [
  {
    name: 'Spoken',
    entries: [{ name: 'base_url', default: null, required: true, type: 'str', secret: false }],
    address: 'base_url',
    issue: () => null,
  },
]

const OF_PROWLARR =
  'this is not a setting of Prowlarr. Its settings: enabled, prowlarr_api_key, prowlarr_source_ttl (case-sensitive).'

const numbered = (count: number) => Array.from({ length: count }, (_, at) => [`word${at}`, 'a'])
const membersOf = (text: string) => [...readMembersOf(text)]

describe('the fault in a text that should be JSON', () => {
  it.each(['{}', ' [1, -2.5e+3, "a\\u00e9\\n", true, false, null, {"a": []}] \r\n', '"x"'])(
    'does not exist in %j',
    (text) => {
      expect(findJsonFault(text)).toBeNull()
      expect(() => void JSON.parse(text)).not.toThrow()
    },
  )

  it.each([
    ['{\n  "a": 1,\n}', 3, 1, 'name_expected'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'comma_expected', '}'],
    ['{"a" 1}', 1, 6, 'colon_expected'],
    ["{'a': 1}", 1, 2, 'name_expected'],
    ['{"a": "b', 1, 9, 'ends_too_early'],
    ['{"a": ', 1, 7, 'ends_too_early'],
    ['', 1, 1, 'ends_too_early'],
    ['{"a": tru}', 1, 7, 'value_expected'],
    ['{"a": 01}', 1, 8, 'comma_expected', '}'],
    ['{"a": "b\nc"}', 1, 9, 'line_end'],
    ['{"a": "\\x"}', 1, 8, 'escape_expected'],
    ['{} {}', 1, 4, 'more_behind'],
    ['[1 2]', 1, 4, 'comma_expected', ']'],
  ])('names line and column in %j', (text, line, column, code, close?: string) => {
    expect(findJsonFault(text)).toEqual({ code, params: { line, column, ...(close && { close }) } })
    expect(() => void JSON.parse(text)).toThrow()
  })
})

describe('reading the configuration file', () => {
  const read = (content: unknown, pause = () => Promise.resolve()) =>
    readSections(
      typeof content === 'string' ? content : JSON.stringify(content),
      { indexers, programs },
      pause,
    )

  /** Why a file is refused, in English. */
  async function refusal(content: unknown): Promise<string | null> {
    const found = await read(content)
    return 'fault' in found ? fileText(found.fault) : null
  }

  it('accepts each indexer’s settings', async () => {
    const changes = { prowlarr_api_key: 'k', prowlarr_source_ttl: null, enabled: true }
    expect(await read({ Prowlarr: changes })).toEqual({
      sections: [{ name: 'Prowlarr', driver: indexers[0], changes, line: 1 }],
    })
    expect(await read(`\uFEFF${JSON.stringify({ Prowlarr: changes })}`)).toHaveProperty('sections')
    expect(await read({})).toEqual({ sections: [] })
  })

  it('accepts any number of connections to a program, each under its own name', async () => {
    const changes = { base_url: 'http://box' }
    const [driver] = programs
    const text =
      '{\n"Spoken": {"base_url": "http://box"},\n"Box": {"driver": "Spoken", "base_url": "http://box"}}'
    expect(await read(text)).toEqual({
      sections: [
        { name: 'Spoken', driver, changes, line: 2 },
        { name: 'Box', driver, changes, line: 3 },
      ],
    })
  })

  it.each([
    ['', 'The file is empty.'],
    ['{"Prowlarr": {\n', 'Line 2, column 1: it ends too early.'],
    ['["Prowlarr"]', 'The file must hold a JSON object with a section for each connection.'],
    [{ prowlarr: {} }, 'Line 1: unknown service. Known services: Prowlarr, Spoken (case-sensitive).'],
    [
      { Prowlarr: {}, hunter2: {} },
      'Line 1: unknown service. Known services: Prowlarr, Spoken (case-sensitive).',
    ],
    [{ Prowlarr: [] }, 'Line 1: Prowlarr must be an object of settings.'],
    [
      { Prowlarr: { prowlarr_source_ttl: '5 s' } },
      'Line 1: Prowlarr.prowlarr_source_ttl: Enter a whole number.',
    ],
    [
      { Prowlarr: { prowlarr_api_key: ['k'] } },
      'Line 1: Prowlarr.prowlarr_api_key: Must be text, a number, true, false or null.',
    ],
    [{ Prowlarr: { key: 'k' } }, `Line 1: ${OF_PROWLARR}`],
    [{ Prowlarr: { enabled: 1 } }, 'Line 1: Prowlarr.enabled: Must be true or false.'],
    [
      '{"Prowlarr": {},\n"Box": {\n"driver": "spoken"}}',
      'Line 3: unknown service. Known services: Prowlarr, Spoken (case-sensitive).',
    ],
    [{ Prowlarr: { driver: 'Spoken' } }, `Line 1: ${OF_PROWLARR}`],
    [{ Spoken: 'http://box' }, 'Line 1: Spoken must be an object of settings.'],
    [
      { Box: { driver: 'Spoken', hunter2: 'k' } },
      'Line 1: this is not a setting of Spoken. Its settings: enabled, base_url (case-sensitive).',
    ],
    [{ ' Box\n': { driver: 'Spoken' } }, 'Line 1: Spoken.name: Must be one line of text.'],
    ['{"Spoken": {},\n"SPOKEN": {"driver": "Spoken"}}', 'Line 2: Spoken.name: Already taken.'],
    ['{"Spoken": {},\n"Spoken": {"base_url": "http://box"}}', 'Line 2: Spoken.name: Already taken.'],
    ['{"Spoken": {},\n"\\u0053poken": {}}', 'Line 2: Spoken.name: Already taken.'],
    [
      '{"Spoken": {\n"base_url": "http://a",\n"base_url": "http://b"}}',
      'Line 3: Spoken.base_url: Each name may appear only once.',
    ],
    [
      '{"Box": {"driver": "Spoken",\n"driver": "Spoken"}}',
      'Line 2: Spoken.driver: Each name may appear only once.',
    ],
    ['\uFEFF', 'The file is empty.'],
    ['\uFEFF{"Spoken": {}', 'Line 1, column 14: it ends too early.'],
  ])('says what is wrong with %j', async (content, fault) => {
    expect(await refusal(content)).toBe(fault)
  })

  const fileOf = (count: number) =>
    JSON.stringify(
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `${at}`.padStart(5, 'n'),
          { driver: 'Spoken', base_url: 'http://spoken' },
        ]),
      ),
      null,
      1,
    )

  it('takes time in proportion to its length', async () => {
    expect(await read(fileOf(3))).toMatchObject({ sections: [{ line: 2 }, { line: 6 }, { line: 10 }] })
    expect(await growsFast([fileOf(400)], [fileOf(3200)], findJsonFault)).toBe(false)
    expect(await growsFast([fileOf(400)], [fileOf(3200)], membersOf)).toBe(false)
  })

  it.each([
    ['thousands of sections', fileOf(2000), 2000],
    [
      'a section of thousands of settings',
      JSON.stringify({ Spoken: Object.fromEntries(numbered(4000)) }),
      4000,
    ],
    ['a setting of thousands of values', JSON.stringify({ Spoken: { base_url: numbered(4000) } }), 100],
    ['thousands of words of another file', JSON.stringify(numbered(4000)), 3999],
  ])('lets others run again and again while it reads %s', async (_name, text, least) => {
    let pauses = 0
    await read(text, async () => void (pauses += 1))
    expect(pauses).toBeGreaterThan(least)
  })

  it('names the line of a wrong setting', async () => {
    const text = '{\n  "Prowlarr": {\n    "enabled": true,\n    "prowlarr_source_ttl": "secret"\n  }\n}'
    expect(await refusal(text)).toBe('Line 4: Prowlarr.prowlarr_source_ttl: Enter a whole number.')
    expect(await refusal(text.replace('"enabled"', '"pass word"'))).toBe(`Line 3: ${OF_PROWLARR}`)
    const deep = `{\n"Prowlarr":\n${'['.repeat(200_000)}`
    expect(await refusal(deep)).toBe('Line 3: nested too deeply.')
  })

  it.each([
    'root:x:0:0:root:/root:/bin/bash\n',
    '{"password": "hunter2", "hosts": ["db.internal"]}',
    '{"password": "hunter2"\n',
    '["hunter2"]',
    '"hunter2"',
    '[]',
    '[database]\npassword = hunter2',
    '['.repeat(100_000),
  ])('says of an unrelated file only that it is one: %j', async (text) => {
    expect(await refusal(text)).toBe(
      'This is not a configuration file for Earmark. It must be a JSON object that contains one of these: Prowlarr, Spoken.',
    )
  })

  it('never quotes a value', async () => {
    expect(JSON.stringify(await read('{"Prowlarr": {"prowlarr_api_key": "secret" "x"}}'))).not.toContain(
      'secret',
    )
  })
})

describe('the parts of a section to apply', () => {
  const driver: Described = {
    name: 'Spoken',
    address: 'at',
    entries: [
      { name: 'at', default: null, required: true, type: 'str', secret: false },
      { name: 'key', default: null, required: true, type: 'str', secret: true },
      { name: 'more', default: null, required: false, type: 'str', secret: false },
    ],
    issue: () => null,
  }
  const state = { enabled: true, settings: { at: 'http://one', key: 'typed' }, homes: { key: 'http://one' } }
  const apply = (at: string, fresh = ['at']) =>
    changesToApply(
      { name: 'Spoken', driver, changes: { at, key: 'k', more: 'm' }, line: 1 },
      state,
      new Set(fresh),
    )

  it('are the new ones, and secrets beside an address at another origin', () => {
    expect(apply('http://one/sub')).toEqual({ at: 'http://one/sub' })
    expect(apply('http://two')).toEqual({ at: 'http://two', key: 'k' })
  })

  it('are never secrets if the address in use was changed elsewhere', () => {
    expect(apply('http://two', ['key', 'more'])).toEqual({ more: 'm' })
    expect(apply('http://one', ['key', 'more'])).toEqual({ key: 'k', more: 'm' })
  })
})
