import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { runCommand } from './run-command'

const artefact = useArtefact()

describe('reset-secrets', () => {
  it('is refused beside a running server, and without a confirmation', async () => {
    const directory = await temporaryDirectory()
    const env = { SVC_APP__CONFIG_DIR: directory }
    const reset = (...args: string[]) => runCommand(artefact.directory, ['reset-secrets', ...args], { env })
    const server = await artefact.start({ env })
    expect(await reset('--yes')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Earmark still runs'),
    })
    server.child.kill()
    await server.ended

    const key = join(directory, 'secret.key')
    await rm(key)
    expect(await reset()).toMatchObject({ code: 1, output: expect.stringContaining('--yes') })
    await expect(readFile(key)).rejects.toThrow('ENOENT')
    expect(await reset('--now')).toMatchObject({ code: 2 })
    expect(await reset('--yes')).toMatchObject({ code: 0 })
    expect((await readFile(key)).length).toBeGreaterThan(0)
    expect((await fetch(`${(await artefact.start({ env })).url}api/health`)).status).toBe(200)
  })
})
