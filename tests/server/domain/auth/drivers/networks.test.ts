import { describe, expect, it } from 'vitest'
import { networkOf } from '#server/domain/auth/drivers/networks'

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::'],
    ['2001:0DB8:1:2::1', '2001:db8:1:2::'],
    ['2001:db8:1:3::1', '2001:db8:1:3::'],
    ['unknown', 'unknown'],
  ])('%s counts under %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
