// @ts-check
// The container's HEALTHCHECK: asks the server on this machine whether it and its database respond. Like the
// server, it reads SVC_APP__PORT and SVC_APP__BASE_URL, including from a .env file in the working directory. It
// imports nothing of ours, because it is copied into the image alone.
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Milliseconds; less than the Dockerfile's timeout. */
const TIMEOUT = 4000

try {
  // Without the byte order mark that some editors put in front.
  const file = parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''))
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value
} catch (error) {
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  if (!missing) console.error(`The .env file cannot be read: ${error}`)
}

const port = process.env['SVC_APP__PORT']?.trim() || '8000'
const parts = (process.env['SVC_APP__BASE_URL'] ?? '').split('/').map((part) => part.trim())
const path = [...parts, 'api', 'health'].filter((part) => part !== '').join('/')

try {
  const { ok, status } = await fetch(`http://127.0.0.1:${port}/${path}`, {
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (!ok) console.error(`/${path} answered ${status}`)
  process.exitCode = ok ? 0 : 1
} catch (error) {
  console.error(`/${path} on port ${port} did not answer: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
