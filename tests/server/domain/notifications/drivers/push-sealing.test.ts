import { describe, expect, it } from 'vitest'
import { createPushKey } from '#server/domain/notifications/drivers/push-key'
import {
  arePushKeys,
  authorisation,
  contactOf,
  sealForBrowser,
} from '#server/domain/notifications/drivers/push-sealing'

/** The example of RFC 8291, appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

describe('a push message', () => {
  it('matches the standard’s example', () => {
    const { text, keys, privateKey, salt } = EXAMPLE
    const random = {
      privateKey: Buffer.from(privateKey, 'base64url'),
      salt: Buffer.from(salt, 'base64url'),
    }
    expect(sealForBrowser(text, keys, random).toString('base64url')).toBe(EXAMPLE.sealed)
  })

  it('is never encrypted twice in the same way', () => {
    const sealed = () => sealForBrowser('Dune', EXAMPLE.keys).toString('base64url')
    expect(sealed()).not.toBe(sealed())
  })

  it.each([
    ['those of a browser', EXAMPLE.keys, true],
    ['a point beside the curve', { ...EXAMPLE.keys, p256dh: `B${'A'.repeat(86)}` }, false],
    ['a short secret', { ...EXAMPLE.keys, auth: 'BTBZ' }, false],
    ['nothing', { p256dh: '', auth: '' }, false],
  ])('accepts %s as keys: %s', (_name, keys, fit) => {
    expect(arePushKeys(keys)).toBe(fit)
  })
})

it.each([
  ['its address', 'https://books.example', {}, 'https://books.example'],
  ['without path', 'https://books.example/audiobooks/', {}, 'https://books.example'],
  [
    'the subscriber’s, if its own is not https',
    'http://192.168.1.5:8000',
    { site: 'https://books.example:8443' },
    'https://books.example:8443',
  ],
  [
    'the subscriber’s, if it is the machine itself',
    'https://localhost:8000',
    { site: 'https://books.example' },
    'https://books.example',
  ],
  [
    'a reserved name, if none is https',
    'http://nas.lan',
    { site: 'http://nas.lan' },
    'https://earmark.example',
  ],
  ['a reserved name, if none is known', null, {}, 'https://earmark.example'],
  [
    'a reserved name instead of nonsense',
    'nonsense',
    { site: `https://${'a'.repeat(400)}.example` },
    'https://earmark.example',
  ],
])('always gives a contact that Apple accepts: %s', (_which, site, headers, contact) => {
  expect(contactOf(site, headers)).toBe(contact)
})

it('names its sender, which the server’s key proves', async () => {
  const { privateKey, publicKey, site } = await createPushKey({
    settings: { secretOnce: async (_name, make) => make(), get: async () => 'https://books.example' },
    publicUrl: undefined,
  }).sender()
  const now = new Date('2026-11-23T12:00:00Z')
  const said = authorisation(
    'https://push.example/one/two',
    { privateKey, publicKey, contact: contactOf(site, {}) },
    now,
  )
  const [, signed = '', signature = '', key = ''] = /^vapid t=(.+\..+)\.(.+), k=(.+)$/.exec(said) ?? []
  expect(key).toBe(publicKey)
  const [, claims = ''] = signed.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example',
    exp: now.getTime() / 1000 + 12 * 60 * 60,
    sub: 'https://books.example',
  })
  const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const point = await crypto.subtle.importKey('raw', Buffer.from(key, 'base64url'), curve, false, ['verify'])
  const bytes = [Buffer.from(signature, 'base64url'), Buffer.from(signed)] as const
  expect(await crypto.subtle.verify(curve, point, ...bytes)).toBe(true)
})
