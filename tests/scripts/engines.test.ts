import { describe, expect, it } from 'vitest'
import { allows, refusing } from '#scripts/lib/engines.mjs'

describe('a range of versions', () => {
  it.each([
    ['>=20', true],
    ['>= 20.19.0', true],
    ['^20.19.0 || >=22.12.0', true],
    ['18 || 20 || >=22', true],
    ['*', true],
    ['>=18 <21', true],
    ['20.x', true],
    ['20.*', true],
    ['^20.19', true],
    ['~20.19.0', true],
    ['20', true],
    ['>=22', false],
    ['^22.18.0 || >=24.11.0', false],
    ['>=18 <20', false],
    ['^20.20.0', false],
    ['>20.19.0', false],
    ['~20.18.0', false],
    ['18', false],
  ])('%s includes 20.19.0: %s', (range, included) => {
    expect(allows(range, [20, 19, 0])).toBe(included)
  })
})

it('packages that refuse a promised version are named, but for optional ones', () => {
  const promised = { engines: { node: '^20.19.0 || >=24' } }
  const found = refusing({
    '': promised,
    'node_modules/new': { engines: { node: '>=22' } },
    'node_modules/old': { engines: { node: '>=18' } },
    'node_modules/none': {},
    'node_modules/may': { optional: true, engines: { node: '>=26' } },
  })
  expect(found).toEqual([{ name: 'node_modules/new', needs: '>=22', version: '20.19.0' }])
})
