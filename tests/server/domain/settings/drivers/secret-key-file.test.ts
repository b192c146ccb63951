import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StartError } from '#server/errors/start-error'
import { storageAdvice } from '#server/db/storage-advice'
import { readSecretKey as read, secretKeyPath } from '#server/domain/settings/drivers/secret-key-file'
import { temporaryDirectory } from '#tests/support/temporary-directory'

const readSecretKey = (directory: string) => read(directory, { advise: storageAdvice, mayMake: true })

describe('the file of the secret key', () => {
  it('is created once, readable only by its owner, and read from then on', async () => {
    const directory = await temporaryDirectory()
    const key = await readSecretKey(directory)
    const { mode } = await stat(secretKeyPath(directory))
    expect(mode & 0o777).toBe(0o600)
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await readSecretKey(directory)).toBe(key)
    expect(await readFile(secretKeyPath(directory), 'utf8')).toBe(`${key}\n`)
  })

  it('yields the same key to instances that start together', async () => {
    const directory = await temporaryDirectory()
    const keys = await Promise.all(Array.from({ length: 8 }, () => readSecretKey(directory)))
    expect(new Set(keys).size).toBe(1)
  })

  it('waits for another instance that has created but not yet filled it', async () => {
    const directory = await temporaryDirectory()
    await writeFile(secretKeyPath(directory), '')
    const [key] = await Promise.all([
      readSecretKey(directory),
      writeFile(secretKeyPath(directory), 'a key that came a moment later\n'),
    ])
    expect(key).toBe('a key that came a moment later')
  })

  it('refuses a file without a key, and says what to do', async () => {
    const directory = await temporaryDirectory()
    await writeFile(secretKeyPath(directory), 'short\n')
    const refused = readSecretKey(directory)
    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow('Restore the previous file')
  })

  it('names the user id and the variable when the file cannot be used', async () => {
    const directory = join(await temporaryDirectory(), 'missing')
    await expect(readSecretKey(directory)).rejects.toThrow(StartError)
    await expect(readSecretKey(directory)).rejects.toThrow(
      new RegExp(`user id ${process.getuid?.() ?? ''}.*SVC_APP__SECRET_KEY`),
    )
    const taken = await temporaryDirectory()
    await mkdir(secretKeyPath(taken))
    await expect(readSecretKey(taken)).rejects.toThrow(/EISDIR.*SVC_APP__SECRET_KEY/)
  })
})
