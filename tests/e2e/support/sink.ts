import { z } from 'zod'

const messagesSchema = z.array(
  z.object({ path: z.string(), headers: z.record(z.string(), z.unknown()), body: z.string() }),
)

/** What a webhook sink received at a path, oldest first. */
export async function messagesAt(sink: string, path: string) {
  const messages = messagesSchema.parse(await (await fetch(`${sink}/received`)).json())
  return messages.filter((message) => message.path === path)
}
