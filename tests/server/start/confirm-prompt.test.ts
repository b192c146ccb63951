import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { StartError } from '#server/errors/start-error'
import { parseResetSecrets, UsageError } from '#server/start/command'
import { confirmAt } from '#server/start/confirm-prompt'

/** Asks with an answer typed at a terminal, or piped. @returns what was shown. */
async function ask(answer: string, isTTY: boolean): Promise<string> {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = new PassThrough()
  input.end(answer)
  await confirmAt({ input, output }, 'This removes a lot.', '--yes')
  return String(output.read())
}

describe('a command that removes something', () => {
  it.each(['yes\n', ' YES \n'])('goes on after %j at a terminal', async (answer) => {
    expect(await ask(answer, true)).toContain('This removes a lot. Type yes')
  })

  it.each(['y\n', 'no\n', '\n', ''])('changes nothing after %j', async (answer) => {
    await expect(ask(answer, true)).rejects.toThrow('Nothing was changed.')
  })

  it('names its option without a terminal, whatever is piped to it', async () => {
    const refused = ask('yes\n', false)
    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow(/no terminal.*This removes a lot\..*--yes/)
  })

  it('knows no other options', () => {
    expect(parseResetSecrets(['reset-secrets'])).toEqual({ yes: false })
    expect(parseResetSecrets(['reset-secrets', '--yes'])).toEqual({ yes: true })
    expect(() => parseResetSecrets(['reset-secrets', '--force'])).toThrow(UsageError)
    expect(() => parseResetSecrets(['reset-secrets', 'now'])).toThrow('Usage: reset-secrets [--yes]')
  })
})
