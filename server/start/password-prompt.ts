import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartError } from '#server/errors/start-error'

/**
 * Prompts for a new password twice, without showing it, or reads it from standard input.
 * @param fromStdin reads all of standard input as the password, except the line end.
 * @throws StartError if there is no terminal, or the two passwords differ.
 */
export async function readPassword(fromStdin: boolean): Promise<string> {
  if (fromStdin) return readAll()
  if (!process.stdin.isTTY) {
    throw new StartError(
      'There is no terminal to prompt for the password. Pass it on standard input with --password-stdin.',
    )
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  terminal.once('SIGINT', () => process.exit(130))
  try {
    const ask = async (question: string) => {
      process.stderr.write(question)
      const answer = await terminal.question('')
      process.stderr.write('\n')
      return answer
    }
    const password = await ask('New password of the root administrator: ')
    if ((await ask('Once more: ')) !== password)
      throw new StartError('The two passwords differ; nothing was changed.')
    return password
  } finally {
    terminal.close()
  }
}

async function readAll(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const part of process.stdin) text += String(part)
  return text.replace(/\r?\n$/, '')
}
