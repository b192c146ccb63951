import { describe, expect, it } from 'vitest'
import { createSecretBox } from '#server/domain/settings/drivers/secret-box'

const box = createSecretBox('a secret key of a household')

describe('the secret box', () => {
  it.each(['', 'token', 'quotes " and \n lines', '🎧 für alle', 'x'.repeat(100_000)])(
    'opens its own output (%#)',
    async (text) => {
      expect(await box.open(await box.seal(text, 'place'), 'place')).toBe(text)
    },
  )

  it('opens the output of another instance with the same key', async () => {
    const other = createSecretBox('a secret key of a household')
    expect(await other.open(await box.seal('token', 'place'), 'place')).toBe('token')
  })

  it('never seals to the same text twice, nor reveals the content', async () => {
    const sealed = [await box.seal('token', 'place'), await box.seal('token', 'place')]
    expect(sealed[0]).not.toBe(sealed[1])
    expect(sealed.join()).not.toContain('token')
    expect(sealed.join()).not.toContain(btoa('token'))
  })

  it('refuses another key, another context and a changed text', async () => {
    const sealed = await box.seal('token', 'place')
    const [version, nonce, encrypted = ''] = sealed.split('.')
    const flipped = encrypted.startsWith('A') ? `B${encrypted.slice(1)}` : `A${encrypted.slice(1)}`
    await expect(createSecretBox('another secret key').open(sealed, 'place')).rejects.toThrow(
      'cannot be decrypted',
    )
    await expect(box.open(sealed, 'elsewhere')).rejects.toThrow('cannot be decrypted')
    await expect(box.open([version, nonce, flipped].join('.'), 'place')).rejects.toThrow(
      'cannot be decrypted',
    )
    await expect(box.open([version, nonce, '!'].join('.'), 'place')).rejects.toThrow('cannot be decrypted')
  })

  it.each(['', 'token', 'v1.only', 'v2.AAAA.AAAA', 'v1.a.b.c'])(
    'refuses the unknown form %j',
    async (sealed) => {
      await expect(box.open(sealed, 'place')).rejects.toThrow('does not know')
    },
  )
})
