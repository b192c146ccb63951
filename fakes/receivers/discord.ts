import { isObject, readObject, Refusal, startStrictReceiver } from './strict-receiver'

interface DiscordMessage {
  content: string
  embeds: Record<string, unknown>[]
  /** Ids of mentioned users. */
  pinged: string[]
}

const EMBED_TOTAL = 6000

/** A Discord with a single webhook, at `/api/webhooks/{id}/{token}`. */
export function startDiscord({ id, token }: { id: string; token: string }) {
  return startStrictReceiver<DiscordMessage>((request, response) => {
    if (request.path !== `/api/webhooks/${id}/${token}`) throw problem(404, 10015, 'Unknown Webhook')
    const message = readObject(request)
    const content = message['content'] ?? ''
    if (typeof content !== 'string' || content.length > 2000) throw invalid('content')
    checkName(message['username'])
    checkAddress(message['avatar_url'], 'avatar_url')
    const embeds = readEmbeds(message['embeds'])
    if (content.trim() === '' && embeds.length === 0)
      throw problem(400, 50006, 'Cannot send an empty message')
    const pinged = readMentions(message['allowed_mentions'], content)
    response.writeHead(204).end()
    return { content, embeds, pinged }
  })
}

/** Mentions only users who are named in a message's content and allowed by id; refuses anything else. */
function readMentions(allowed: unknown, content: string): string[] {
  if (!isObject(allowed) || !Array.isArray(allowed['parse']) || allowed['parse'].length > 0) {
    throw invalid('allowed_mentions.parse')
  }
  const users: unknown = allowed['users'] ?? []
  if (!Array.isArray(users) || users.length > 1 || 'roles' in allowed) throw invalid('allowed_mentions.users')
  return users.map((user: unknown) => {
    if (typeof user !== 'string' || !/^\d{1,20}$/.test(user)) throw invalid('allowed_mentions.users')
    if (!content.includes(`<@${user}>`)) throw invalid('allowed_mentions.users is not in the content')
    return user
  })
}

function checkName(name: unknown): void {
  if (name === undefined) return
  if (typeof name !== 'string' || name.trim() === '' || name.length > 80 || /clyde|discord/i.test(name)) {
    throw invalid('username')
  }
}

function readEmbeds(value: unknown): Record<string, unknown>[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > 10 || !value.every(isObject)) throw invalid('embeds')
  const total = value.reduce((sum, embed) => sum + readEmbed(embed), 0)
  if (total > EMBED_TOTAL) throw invalid('embeds: too many characters')
  return value
}

/** @returns the number of characters that count. */
function readEmbed(embed: Record<string, unknown>): number {
  const { author, footer, fields, color } = embed
  if (color !== undefined && !Number.isInteger(color)) throw invalid('embeds.color')
  checkAddress(embed['url'], 'embeds.url')
  for (const name of ['thumbnail', 'image']) {
    const picture = embed[name]
    if (picture === undefined) continue
    if (!isObject(picture) || picture['url'] === undefined) throw invalid(`embeds.${name}`)
    checkAddress(picture['url'], `embeds.${name}.url`)
  }
  const counted = [
    textLength(embed['title'], 256, 'embeds.title'),
    textLength(embed['description'], 4096, 'embeds.description'),
    partLength(author, 'name', 256, 'embeds.author'),
    partLength(footer, 'text', 2048, 'embeds.footer'),
    ...readFields(fields),
  ]
  const length = counted.reduce((sum, part) => sum + part, 0)
  if (length === 0 && embed['image'] === undefined && embed['thumbnail'] === undefined) {
    throw invalid('embeds: empty')
  }
  return length
}

function readFields(fields: unknown): number[] {
  if (fields === undefined) return []
  if (!Array.isArray(fields) || fields.length > 25) throw invalid('embeds.fields')
  return fields.map((field: unknown) => {
    const name = partLength(field, 'name', 256, 'embeds.fields.name')
    const value = partLength(field, 'value', 1024, 'embeds.fields.value')
    if (name === 0 || value === 0) throw invalid('embeds.fields: empty')
    return name + value
  })
}

function partLength(part: unknown, name: string, max: number, path: string): number {
  if (part === undefined) return 0
  if (!isObject(part)) throw invalid(path)
  checkAddress(part['icon_url'], `${path}.icon_url`)
  const length = textLength(part[name], max, path)
  if (length === 0) throw invalid(path)
  return length
}

function textLength(text: unknown, max: number, path: string): number {
  if (text === undefined) return 0
  if (typeof text !== 'string' || text.length > max) throw invalid(path)
  return text.length
}

function checkAddress(address: unknown, path: string): void {
  if (address === undefined) return
  if (typeof address !== 'string' || address.length > 2048 || !/^https?:\/\/./.test(address)) {
    throw invalid(path)
  }
}

const invalid = (path: string) => problem(400, 50035, `Invalid Form Body: ${path}`)

function problem(status: number, code: number, message: string): Refusal {
  return new Refusal(status, message, { message, code })
}
