import { get, type IncomingMessage } from 'node:http'
import { inject } from 'vitest'
import type { ZodType } from 'zod'
import type { Lent } from './lent'

/**
 * Borrows something exclusively, until it is returned or this process ends.
 * @throws the error with which the lender failed to start it.
 */
export async function borrow<Kind extends keyof Lent>(
  kind: Kind,
  schema: ZodType<Lent[Kind]>,
): Promise<{ value: Lent[Kind]; giveBack: () => void }> {
  const response = await ask(`${inject('e2eLender')}/${kind}`)
  const line = await firstLine(response)
  if (response.statusCode !== 200) throw new Error(`The lender refuses: ${line}`)
  return { value: schema.parse(JSON.parse(line)), giveBack: () => void response.destroy() }
}

function ask(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => void get(url, resolve).on('error', reject))
}

/** The text up to the first line break, or to the end. */
function firstLine(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      text += chunk
      if (text.endsWith('\n')) resolve(text)
    })
    response.on('end', () => resolve(text))
    response.on('error', reject)
  })
}
