import { describe, expect, it } from 'vitest'
import { changesToApply, readSections } from '#server/domain/integrations/file.rules'
import { findJsonFault } from '#server/domain/integrations/json-fault.rules'
import type { Described } from '#server/domain/integrations/settings.rules'

const drivers: Described[] = [
  {
    name: 'Prowlarr',
    entries: [
      { name: 'prowlarr_api_key', description: '', default: null, required: true, type: 'str', secret: true },
      {
        name: 'prowlarr_source_ttl',
        description: '',
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

describe('the fault of a text that should be JSON', () => {
  it.each(['{}', ' [1, -2.5e+3, "a\\u00e9\\n", true, false, null, {"a": []}] \r\n', '"x"'])(
    'finds none in %j',
    (text) => {
      expect(findJsonFault(text)).toBeNull()
      expect(() => void JSON.parse(text)).not.toThrow()
    },
  )

  it.each([
    ['{\n  "a": 1,\n}', 3, 1, 'a name in double quotes is expected'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or } is expected'],
    ['{"a" 1}', 1, 6, 'a colon is expected'],
    ["{'a': 1}", 1, 2, 'a name in double quotes is expected'],
    ['{"a": "b', 1, 9, 'it ends too early'],
    ['{"a": ', 1, 7, 'it ends too early'],
    ['', 1, 1, 'it ends too early'],
    ['{"a": tru}', 1, 7, 'a value is expected'],
    ['{"a": 01}', 1, 8, 'a comma or } is expected'],
    ['{"a": "b\nc"}', 1, 9, 'a text must end on its own line'],
    ['{"a": "\\x"}', 1, 8, 'one of the signs that JSON has behind a backslash is expected'],
    ['{} {}', 1, 4, 'there is more behind the end'],
    ['[1 2]', 1, 4, 'a comma or ] is expected'],
  ])('names line and column in %j', (text, line, column, message) => {
    expect(findJsonFault(text)).toEqual({ line, column, message })
    expect(() => void JSON.parse(text)).toThrow()
  })
})

describe('reading the configuration file', () => {
  const read = (content: unknown) =>
    readSections(typeof content === 'string' ? content : JSON.stringify(content), drivers)

  it('takes the settings of each indexer', () => {
    const changes = { prowlarr_api_key: 'k', prowlarr_source_ttl: null, enabled: true }
    expect(read({ Prowlarr: changes })).toEqual({ sections: [{ driver: drivers[0], changes }] })
    expect(read(`\uFEFF${JSON.stringify({ Prowlarr: changes })}`)).toHaveProperty('sections')
    expect(read({})).toEqual({ sections: [] })
  })

  it.each([
    ['', 'The file is empty.'],
    ['{"Prowlarr": {\n', 'Line 2, column 1: it ends too early.'],
    ['["Prowlarr"]', 'The file must hold an object of indexers.'],
    [{ prowlarr: {} }, 'Line 1: this is not an indexer. There are Prowlarr; case matters.'],
    [{ Prowlarr: {}, hunter2: {} }, 'Line 1: this is not an indexer. There are Prowlarr; case matters.'],
    [{ Prowlarr: [] }, 'Line 1: Prowlarr must be an object of settings.'],
    [
      { Prowlarr: { prowlarr_source_ttl: '5' } },
      'Line 1: Prowlarr.prowlarr_source_ttl: Enter a whole number.',
    ],
    [
      { Prowlarr: { prowlarr_api_key: ['k'] } },
      'Line 1: Prowlarr.prowlarr_api_key: Must be text, a number, true, false or null.',
    ],
    [{ Prowlarr: { key: 'k' } }, 'Line 1: this is not a setting of Prowlarr.'],
    [{ Prowlarr: { enabled: 1 } }, 'Line 1: Prowlarr.enabled: Must be true or false.'],
  ])('says what is wrong with %j', (content, fault) => {
    expect(read(content)).toEqual({ fault })
  })

  it('names the line of the setting that is wrong', () => {
    const text = '{\n  "Prowlarr": {\n    "enabled": true,\n    "prowlarr_source_ttl": "secret"\n  }\n}'
    expect(read(text)).toEqual({ fault: 'Line 4: Prowlarr.prowlarr_source_ttl: Enter a whole number.' })
    expect(read(text.replace('"enabled"', '"pass word"'))).toEqual({
      fault: 'Line 3: this is not a setting of Prowlarr.',
    })
    const deep = `{\n"Prowlarr":\n${'['.repeat(200_000)}`
    expect(read(deep)).toEqual({ fault: 'Line 3: it is nested too deeply.' })
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
  ])('says of a file of somebody else only that it is one: %j', (text) => {
    expect(read(text)).toEqual({
      fault: 'This is not a file of indexers: a JSON object with Prowlarr in it.',
    })
  })

  it('never quotes a value', () => {
    expect(JSON.stringify(read('{"Prowlarr": {"prowlarr_api_key": "secret" "x"}}'))).not.toContain('secret')
  })
})

describe('what of a section is applied', () => {
  const driver: Described = {
    name: 'Spoken',
    address: 'at',
    entries: [
      { name: 'at', description: '', default: null, required: true, type: 'str', secret: false },
      { name: 'key', description: '', default: null, required: true, type: 'str', secret: true },
      { name: 'more', description: '', default: null, required: false, type: 'str', secret: false },
    ],
    issue: () => null,
  }
  const state = { enabled: true, settings: { at: 'http://one', key: 'typed' }, homes: { key: 'http://one' } }
  const apply = (at: string) =>
    changesToApply({ driver, changes: { at, key: 'k', more: 'm' } }, state, new Set(['at']))

  it('is what is new, and the secrets beside an address at another origin', () => {
    expect(apply('http://one/sub')).toEqual({ at: 'http://one/sub' })
    expect(apply('http://two')).toEqual({ at: 'http://two', key: 'k' })
  })
})
