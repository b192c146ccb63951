import { expect, it } from 'vitest'
import { createUntrustedProxies } from '#server/security/untrusted-proxies'
import { standingClock } from '#tests/support/records'

it('local proxies are reported with their address and the variable, for a day', () => {
  const clock = standingClock()
  const proxies = createUntrustedProxies({ clock: clock.read })
  expect(proxies.notices()).toEqual([])
  for (const address of ['172.18.0.1', '172.18.0.1', 'fd00::1']) proxies.note(address)
  expect(proxies.notices()).toMatchObject([
    {
      code: 'untrusted_proxy',
      text: expect.stringMatching(/172\.18\.0\.1.*SVC_APP__FORWARDED_ALLOW_IPS/),
      address: '172.18.0.1',
      variable: 'SVC_APP__FORWARDED_ALLOW_IPS',
    },
    { address: 'fd00::1' },
  ])
  clock.advance(24 * 60 * 60_000 + 1)
  expect(proxies.notices()).toEqual([])
})

it('strangers who send the headers are never recommended, and only a few addresses are remembered', () => {
  const proxies = createUntrustedProxies({ clock: () => new Date() })
  for (const address of ['203.0.113.7', '2001:db8::1', 'nonsense', '']) proxies.note(address)
  expect(proxies.notices()).toEqual([])
  for (let i = 0; i < 100; i++) proxies.note(`10.0.0.${i}`)
  expect(proxies.notices()).toHaveLength(20)
})
