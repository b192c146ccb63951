import type { NotificationKind, SentRequestDto } from '#contract/notifications'
import { z } from 'zod'

/** A message, roughly as its service shows it. */
export interface RenderedMessage {
  /** Precedes the rest, such as a ping. */
  intro: string
  /** A small heading above the title. */
  overline: string
  title: string
  text: string
  fields: { name: string; value: string }[]
}

const text = z.string().optional().catch(undefined).default('')
const plainSchema = z.object({
  title: text,
  message: text,
  body: text,
  format: text,
  extras: z
    .object({ 'client::display': z.object({ contentType: text }) })
    .optional()
    .catch(undefined),
})
const discordSchema = z.object({
  content: text,
  embeds: z
    .array(
      z.object({
        author: z.object({ name: text }).optional().catch(undefined),
        title: text,
        description: text,
        fields: z.array(z.object({ name: text, value: text })).catch([]),
      }),
    )
    .catch([]),
})

/**
 * Extracts the message from a request.
 * @returns null if this app cannot draw messages of the kind, or the message is not complete yet
 */
export function renderedMessage(kind: NotificationKind, request: SentRequestDto): RenderedMessage | null {
  if (kind === 'custom') return null
  if (kind === 'ntfy') {
    const headers = new Map(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const isMarkdown = /^(?:1|yes|true)$/i.test(headers.get('markdown') ?? '')
    const shown = isMarkdown ? withoutBackslashes(request.body) : request.body
    return { ...NOTHING, title: decodeHeader(headers.get('title') ?? ''), text: shown }
  }
  const message = readJson(request.body)
  return kind === 'discord' ? discordMessage(message) : plainMessage(message)
}

const NOTHING: RenderedMessage = { intro: '', overline: '', title: '', text: '', fields: [] }

function plainMessage(sent: unknown): RenderedMessage | null {
  const { success, data } = plainSchema.safeParse(sent)
  if (!success) return null
  const { title, message, body, format, extras } = data
  const isMarkdown = extras?.['client::display'].contentType === 'text/markdown' || format === 'markdown'
  const read = isMarkdown
    ? withoutBackslashes
    : format === 'html'
      ? withoutEntities
      : (plain: string) => plain
  return { ...NOTHING, title, text: read(message || body) }
}

function discordMessage(sent: unknown): RenderedMessage | null {
  const { success, data } = discordSchema.safeParse(sent)
  if (!success) return null
  const [embed] = data.embeds
  return {
    intro: withoutBackslashes(data.content),
    overline: embed?.author?.name ?? '',
    title: withoutBackslashes(embed?.title ?? ''),
    text: withoutBackslashes(embed?.description ?? ''),
    fields: (embed?.fields ?? []).map(({ name, value }) => ({
      name: withoutBackslashes(name),
      value: withoutBackslashes(value),
    })),
  }
}

/** Backslashes escape markup, and are not shown. */
function withoutBackslashes(markdown: string): string {
  return markdown.replace(/\\([^\p{L}\p{N}\s])/gu, '$1')
}

/** Entities that escape markup in HTML. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function withoutEntities(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}

/** Non-ASCII text in headers is encoded by RFC 2047. */
function decodeHeader(value: string): string {
  const encoded = /^=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=$/i.exec(value)?.[1]
  if (encoded === undefined) return value
  return new TextDecoder().decode(Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0)))
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
