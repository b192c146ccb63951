/**
 * Cost of one hash: 46 MiB and three passes, above OWASP's minimum (46 MiB and one pass;
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html) and 30 to 150 ms on the machines
 * this runs on. `memoryCost` is in KiB.
 */
export const COST = { memoryCost: 47_104, timeCost: 3, parallelism: 1 }

/** See `PasswordHasher.dummy`. */
export const DUMMY =
  '$argon2id$v=19$m=47104,t=3,p=1$DYJpiQWgYDNC5sjzqqrAEA$8dXeB9yyL8/JWw9LCH/2PXLG17iBQ2hc3VqqZj4KDV0'
