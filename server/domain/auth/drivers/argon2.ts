import type { PasswordHasher } from '#server/domain/auth/auth.types'

/**
 * Cost of one hash: 46 MiB and three passes, above OWASP's minimum (46 MiB and one pass;
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html) and 30 to 150 ms on the machines
 * this runs on. `memoryCost` is in KiB.
 */
const COST = { memoryCost: 47_104, timeCost: 3, parallelism: 1 }

/** Loaded with the first password, as neither a start nor API keys need it. */
const library = () => import('@node-rs/argon2')

/** Argon2id on libuv's threads; verifies PHC strings with any argon2id parameters. */
export const argon2: PasswordHasher = {
  hash: async (password) => (await library()).hash(password, COST),
  verify: async (hashed, password) => (await library()).verify(hashed, password),
  dummy: '$argon2id$v=19$m=47104,t=3,p=1$DYJpiQWgYDNC5sjzqqrAEA$8dXeB9yyL8/JWw9LCH/2PXLG17iBQ2hc3VqqZj4KDV0',
}
