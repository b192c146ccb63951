import setUp, { type computeHash } from 'argon2id/lib/setup.js'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { PasswordHasher } from '#server/domain/auth/auth.types'
import { COST, DUMMY } from './argon2-cost'

/** In bytes; the same as in the native driver. */
const SALT_LENGTH = 16
const TAG_LENGTH = 32
/** A PHC string: memory in KiB, passes, lanes, salt and tag. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/**
 * Argon2id for platforms without threads and Node packages; blocks everything else while it runs.
 * @param compiled `simd.wasm` from the package argon2id, because such platforms cannot compile at run time.
 */
export function createWasmArgon2(compiled: WebAssembly.Module): PasswordHasher {
  let loaded: Promise<computeHash> | undefined
  const load = async (imports: WebAssembly.Imports) => ({
    module: compiled,
    instance: await WebAssembly.instantiate(compiled, imports),
  })
  // Set up once, with the first password: an instance keeps its memory, and two would need too much.
  const library = () => (loaded ??= setUp(load, load))

  return {
    async hash(password) {
      const compute = await library()
      const salt = randomBytes(SALT_LENGTH)
      const { memoryCost: memorySize, timeCost: passes, parallelism } = COST
      const given = { password: bytesOf(password), salt, memorySize, passes, parallelism }
      const tag = compute({ ...given, tagLength: TAG_LENGTH })
      return `$argon2id$v=19$m=${memorySize},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
    },

    async verify(hashed, password) {
      const [, memory, passes, lanes, salt = '', stored = ''] = PHC.exec(hashed) ?? []
      if (memory === undefined) throw new Error('A stored password hash is not argon2id.')
      // No one has an empty password, and the library rejects it.
      if (password === '') return false
      const compute = await library()
      const tag = Buffer.from(stored, 'base64')
      const made = compute({
        password: bytesOf(password),
        salt: Buffer.from(salt, 'base64'),
        memorySize: Number(memory),
        passes: Number(passes),
        parallelism: Number(lanes),
        tagLength: tag.length,
      })
      return timingSafeEqual(made, tag)
    },

    dummy: DUMMY,
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
