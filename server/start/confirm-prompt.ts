import { createInterface } from 'node:readline/promises'
import { StartError } from '#server/errors/start-error'

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/**
 * Asks a person to confirm by typing "yes".
 * @param flag the option that confirms without a terminal.
 * @throws StartError if there is no terminal, or the answer is another.
 */
export async function confirmAt({ input, output }: Terminal, question: string, flag: string): Promise<void> {
  if (input.isTTY !== true) {
    throw new StartError(
      `There is no terminal to ask at. Nothing was changed. ${question} To confirm, add ${flag}.`,
    )
  }
  const terminal = createInterface({ input, output, terminal: false })
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
    const answer = await Promise.race([terminal.question(`${question} Type yes to go on: `), closed])
    if (answer.trim().toLowerCase() !== 'yes') throw new StartError('Nothing was changed.')
  } finally {
    terminal.close()
  }
}
