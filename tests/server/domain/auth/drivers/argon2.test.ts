import { parseOptions } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { argon2 } from '#server/domain/auth/drivers/argon2'

describe('argon2', () => {
  it('verifies the password it hashed and no other', async () => {
    const hash = await argon2.hash('pässwörd 🎧')
    expect(hash).toMatch(/^\$argon2id\$v=19\$/)
    expect(await argon2.verify(hash, 'pässwörd 🎧')).toBe(true)
    expect(await argon2.verify(hash, 'passwörd 🎧')).toBe(false)
    expect(await argon2.verify(hash, '')).toBe(false)
    expect(await argon2.verify(hash, '\ud800')).toBe(false)
  })

  it('verifies hashes by other implementations', async () => {
    // Test vector of the reference implementation (phc-winner-argon2, src/test.c).
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await argon2.verify(hash, 'password')).toBe(true)
    expect(await argon2.verify(hash, 'Password')).toBe(false)
  })

  it('has a dummy that costs as much to check as a real hash', async () => {
    expect(parseOptions(argon2.dummy)).toEqual(parseOptions(await argon2.hash('any password')))
  })
})
