import type { PasswordHasher } from '#server/domain/auth/auth.types'
import { COST, DUMMY } from './argon2-cost'

/** Loaded with the first password, because neither startup nor API keys need it. */
const library = () => import('@node-rs/argon2')

/** Argon2id on libuv's threads; verifies PHC strings with any argon2id parameters. */
export const argon2: PasswordHasher = {
  hash: async (password) => (await library()).hash(password, COST),
  verify: async (hashed, password) => (await library()).verify(hashed, password),
  dummy: DUMMY,
}
