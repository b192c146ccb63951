import { expect, it } from 'vitest'
import { createSignInLanes } from '#server/domain/auth/sign-in-lanes'
import { createKeyedDigest } from '#server/domain/auth/drivers/tokens'
import { wideNetworkOf } from '#server/domain/auth/drivers/networks'

const laneOf = createSignInLanes({ networkOf: wideNetworkOf, keyedDigest: createKeyedDigest() })

it('a stranger uses up the turns of the network, whatever the name', () => {
  const lane = (address: string, username = 'rosa') => laneOf({ address, username })
  expect(lane('203.0.113.7')).toBe(lane('203.0.113.200', 'mila'))
  expect(lane('203.0.113.7')).not.toBe(lane('203.0.114.7'))
  expect(lane('2001:db8:1:2a00::1')).toBe(lane('2001:db8:1:2aff::9'))
  expect(lane('2001:db8:1:2a00::1')).not.toBe(lane('2001:db8:1:2b00::1'))
  // Two devices in one home network have separate lanes.
  expect(lane('192.168.1.2')).not.toBe(lane('192.168.1.3'))
})

it.each([{ address: '192.168.1.2', shared: true }, { address: '' }])(
  'if the address reveals nothing, invented names open a few lanes and no more: %j',
  (source) => {
    const lanes = new Set(Array.from({ length: 5000 }, (_, at) => laneOf({ ...source, username: `n${at}` })))
    expect(lanes.size).toBe(64)
    expect(laneOf({ ...source, username: ' ROSA ' })).toBe(laneOf({ ...source, username: 'rosa' }))
  },
)
