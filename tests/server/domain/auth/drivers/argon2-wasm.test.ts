import { parseOptions } from '@node-rs/argon2'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { argon2 } from '#server/domain/auth/drivers/argon2'
import { createWasmArgon2 } from '#server/domain/auth/drivers/argon2-wasm'
import type { PasswordHasher } from '#server/domain/auth/auth.types'

describe('argon2 as WebAssembly', () => {
  let wasm: PasswordHasher
  beforeAll(async () => {
    const file = createRequire(import.meta.url).resolve('argon2id/dist/simd.wasm')
    wasm = createWasmArgon2(await WebAssembly.compile(await readFile(file)))
  })

  it.each(['pässwörd 🎧', 'x'])('and native argon2 verify each other’s hashes: %s', async (password) => {
    const [here, there] = [await wasm.hash(password), await argon2.hash(password)]
    expect(parseOptions(here)).toEqual(parseOptions(there))
    for (const hash of [here, there]) {
      expect(await wasm.verify(hash, password)).toBe(true)
      expect(await argon2.verify(hash, password)).toBe(true)
      expect(await wasm.verify(hash, `${password}!`)).toBe(false)
      expect(await argon2.verify(hash, `${password}!`)).toBe(false)
    }
  })

  it('verifies a hash with other costs and lengths', async () => {
    // Test vector of the reference implementation (phc-winner-argon2, src/test.c).
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await wasm.verify(hash, 'password')).toBe(true)
    expect(await wasm.verify(hash, 'Password')).toBe(false)
  })

  it('verifies no empty password, and nothing against the dummy', async () => {
    expect(await wasm.verify(wasm.dummy, '')).toBe(false)
    expect(await wasm.verify(wasm.dummy, 'a password')).toBe(false)
  })

  it('refuses an unreadable hash', async () => {
    await expect(wasm.verify('$2b$10$abc', 'a password')).rejects.toThrow('not argon2id')
  })
})
