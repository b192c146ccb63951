import { createRequire } from 'node:module'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

// Imported before a server that a browser test starts: people sign in there again and again, so passwords are
// hashed and verified at the lowest possible cost, in KiB and passes. The server's threads import this file
// too, but hash nothing.
if (isMainThread) {
  const argon2 = createRequire(process.argv[1] ?? import.meta.url)('@node-rs/argon2')
  const { hash } = argon2
  argon2.hash = (password) => hash(password, { memoryCost: 8, timeCost: 1 })
}
