import { describe, expect, it } from 'vitest'
import { issueAt } from '#contract/issue-words'
import { fault, type Fault } from '#contract/issues'
import type { SettingEntry } from '#server/domain/integrations/integrations.types'
import {
  applyChanges,
  missingSettings,
  shownSettings,
  valuesOf,
  type Described,
  type WantedValue,
  valuesForOrigin,
  type ConnectionState,
} from '#server/domain/integrations/settings.rules'

const entry = (facts: Partial<SettingEntry> & { name: string }): SettingEntry => ({
  default: null,
  required: false,
  type: 'str',
  secret: false,
  ...facts,
})
const driver: Described = {
  name: 'Spoken',
  entries: [
    entry({ name: 'address', required: true }),
    entry({ name: 'key', required: true, secret: true }),
    entry({ name: 'kinds', default: '3030' }),
    entry({ name: 'ttl', type: 'int', default: 60 }),
    entry({ name: 'weight', type: 'float', default: 0.5 }),
    entry({ name: 'vip', type: 'bool', default: false }),
  ],
  address: 'address',
  issue: (name, value) => (name === 'ttl' && Number(value) < 0 ? fault('too_small', { minimum: 0 }) : null),
}
const off = { enabled: false, settings: {}, homes: {} }
const homes = { key: 'http://one' }
const set = { enabled: true, settings: { address: 'http://one', key: 'k', ttl: 5 }, homes }
const apply = (before: ConnectionState, changes: Record<string, WantedValue>) =>
  applyChanges(driver, before, changes)

describe('changing settings', () => {
  it('leaves every other setting unchanged', () => {
    expect(apply(set, { address: 'http://one/two' })).toEqual({
      state: { enabled: true, settings: { address: 'http://one/two', key: 'k', ttl: 5 }, homes },
    })
  })

  it('trims text', () => {
    expect(apply(off, { key: ' k\t ' })).toEqual({
      state: { enabled: false, settings: { key: 'k' }, homes: {} },
    })
  })

  it('restores the default for null, and stores only what differs from it', () => {
    expect(apply(set, { ttl: null, kinds: '3030', vip: false })).toEqual({
      state: { enabled: true, settings: { address: 'http://one', key: 'k' }, homes },
    })
  })

  it('stores an empty text if the default is another one', () => {
    expect(apply(off, { kinds: '', key: '' })).toEqual({
      state: { enabled: false, settings: { kinds: '' }, homes: {} },
    })
  })

  it.each<[string, WantedValue, Fault]>([
    ['ttl', '5.5', fault('not_a_whole_number')],
    ['ttl', '5 s', fault('not_a_whole_number')],
    ['ttl', 1.5, fault('not_a_whole_number')],
    ['ttl', true, fault('not_a_whole_number')],
    ['ttl', -1, fault('too_small', { minimum: 0 })],
    ['weight', 'heavy', fault('not_a_number')],
    ['vip', 'yes', fault('not_a_boolean')],
    ['vip', 1, fault('not_a_boolean')],
    ['address', 5, fault('not_text')],
    ['address', 'http://one\r\nX-Other: 1', fault('not_one_line')],
    ['address', 'x'.repeat(8001), fault('too_long', { maximum: 8000 })],
    ['enabled', 'yes', fault('not_a_boolean')],
    ['enabled', null, fault('not_a_boolean')],
    ['Address', 'http://one', fault('unknown_setting', { indexer: 'Spoken' })],
    ['__proto__', 'x', fault('unknown_setting', { indexer: 'Spoken' })],
  ])('refuses %s = %j', (path, value, found) => {
    expect(applyChanges(driver, off, Object.fromEntries([[path, value]]))).toEqual({
      issues: [issueAt(path, found)],
    })
  })

  it('accepts integers and decimals for a float', () => {
    expect(apply(off, { weight: 2 })).toEqual({
      state: { enabled: false, settings: { weight: 2 }, homes: {} },
    })
  })

  it('reads numbers and booleans that are sent as text', () => {
    expect(apply(off, { ttl: '5', weight: '-0.5', vip: 'True', enabled: 'false', kinds: '1' })).toEqual({
      state: { enabled: false, settings: { ttl: 5, weight: -0.5, vip: true, kinds: '1' }, homes: {} },
    })
  })

  it('reports all errors at once', () => {
    expect(apply(off, { ttl: 'x', nothing: 1, enabled: true })).toEqual({
      issues: [
        issueAt('ttl', fault('not_a_whole_number')),
        issueAt('nothing', fault('unknown_setting', { indexer: 'Spoken' })),
        issueAt('address', fault('required_while_on', { indexer: 'Spoken' })),
        issueAt('key', fault('required_while_on', { indexer: 'Spoken' })),
      ],
    })
  })

  it('can switch on with all required settings', () => {
    expect(apply(off, { enabled: true, address: 'http://one', key: 'k' })).toMatchObject({
      state: { enabled: true },
    })
  })

  it.each(['', null])('refuses to remove (%j) a required setting while it is on', (value) => {
    expect(apply(set, { key: value })).toEqual({
      issues: [issueAt('key', fault('required_while_on', { indexer: 'Spoken' }))],
    })
    expect(apply(set, { key: value, enabled: false })).toMatchObject({ state: { enabled: false } })
  })
})

describe('showing settings', () => {
  it('returns every entry’s value, and of a secret only whether it is set', () => {
    const values = valuesOf(driver.entries, { key: 'k', ttl: 5 })
    expect(missingSettings(driver.entries, values)).toEqual(['address'])
    expect(shownSettings(driver.entries, values)).toEqual({
      address: null,
      key: { set: true },
      kinds: '3030',
      ttl: 5,
      weight: 0.5,
      vip: false,
    })
    expect(shownSettings(driver.entries, valuesOf(driver.entries, {}))).toMatchObject({ key: null })
  })
})

describe('a secret', () => {
  const AGAIN = { issues: [issueAt('key', fault('enter_again'))] }
  const home = (state: ConnectionState) => valuesForOrigin(driver, state)['key']

  it.each(['http://two', 'https://one', 'http://one:8080', 'http://one.evil.example'])(
    'stays behind at %s',
    (address) => {
      expect(apply(set, { address })).toEqual(AGAIN)
      expect(apply({ ...set, homes: {} }, { address })).toEqual(AGAIN)
      expect(apply(set, { address, key: 'k' })).toMatchObject({
        state: { homes: { key: new URL(address).origin } },
      })
      expect(apply(set, { address, key: null, enabled: false })).toMatchObject({ state: { homes: {} } })
    },
  )

  it.each([homes, {}])('belongs where it was entered, even after the address was removed (%j)', (known) => {
    const removed = apply({ ...set, enabled: false, homes: known }, { address: null })
    if (!('state' in removed)) return expect.unreachable()
    expect(removed.state.homes).toEqual(homes)
    expect(apply(removed.state, { address: 'http://two' })).toEqual(AGAIN)
    expect(apply(removed.state, { address: 'http://one/sub' })).toMatchObject({ state: { homes } })
    expect(home(removed.state)).toBeNull()
  })

  it('that was entered first belongs to the first address', () => {
    const first = apply(off, { key: 'k' })
    if (!('state' in first)) return expect.unreachable()
    expect(apply(first.state, { address: 'http://two' })).toMatchObject({
      state: { homes: { key: 'http://two' } },
    })
  })

  it('is not used at an address that was stored beside it in another way', () => {
    expect(home(set)).toBe('k')
    expect(home({ ...set, settings: { ...set.settings, address: 'http://two' } })).toBeNull()
  })
})
