import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { runCommand } from './run-command'

const artefact = useArtefact()

it.each([
  [['nonsense'], 'There is no command "nonsense".'],
  [['--port', '8000'], 'There is no option "--port".'],
  [['--help'], 'There is no option "--help".'],
  [['reset-roots', '--forms'], 'There is no command "reset-roots".'],
  [[''], 'There is no command "".'],
])('%j starts no server, and is told which commands there are', async (args, message) => {
  const directory = await temporaryDirectory()
  const { code, output } = await runCommand(artefact.directory, args, {
    env: { SVC_APP__CONFIG_DIR: directory },
  })
  expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining(message) })
  expect(output).toMatch(/index\.mjs +starts the server.*\n.*index\.mjs reset-root/)
  expect(await readdir(directory)).toEqual([])
})
