/**
 * Entry of the built Node server. The build puts most of the server into one chunk, which helper processes and threads
 * do not need, so all of it is imported dynamically.
 */
import { readFileSync } from 'node:fs'
import { parseEnvFile } from './env-file'

const args = process.argv.slice(2)
switch (args[0]) {
  case 'decode-covers': {
    // This process decodes untrusted pictures, so it gets no secret from the file.
    const { decodeCovers } = await import('#server/domain/catalogue/drivers/cover-decoding')
    decodeCovers()
    break
  }
  case 'sqlite-thread': {
    const { serveSqlite } = await import('#server/db/sqlite-thread')
    serveSqlite()
    break
  }
  case 'reset-root': {
    readEnvFile()
    const { resetRoot } = await import('./reset-root')
    process.exit(await resetRoot(args))
    break
  }
  case 'reset-secrets': {
    readEnvFile()
    const { resetSecrets } = await import('./reset-secrets')
    process.exit(await resetSecrets(args))
    break
  }
  case undefined: {
    readEnvFile()
    const { serve } = await import('./serve')
    await serve()
    break
  }
  default: {
    const { refuseCommand } = await import('./usage')
    refuseCommand(args[0])
  }
}

function readEnvFile(): void {
  try {
    // Not with the runtime's loader, because in runtimes other than Node it lets the file override the
    // environment.
    for (const [name, value] of Object.entries(parseEnvFile(readFileSync('.env', 'utf8'))))
      process.env[name] ??= value
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!missing) {
      process.stderr.write(`The .env file cannot be read: ${String(error)}\n`)
      process.exit(1)
    }
  }
}

export {}
