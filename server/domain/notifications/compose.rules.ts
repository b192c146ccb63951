import type { NotificationEvent } from '#contract/notifications'
import type { RequestTemplate, TargetKind } from './kind.types'
import type { TemplateValues, WebhookCall } from './notifications.types'
import { hasVariables, renderTemplate, unknownVariables } from './template.rules'

interface ComposedRequest {
  headers: Record<string, string>
  body: string
  /** Parts of the body that were cut; empty text: all of it. */
  shortened: string[]
}

/** Fills in one message as its service wants it. */
export function composeRequest(
  kind: TargetKind,
  request: RequestTemplate,
  { event, variables }: { event: NotificationEvent; variables: TemplateValues },
): ComposedRequest {
  const { bodyType, body: template, headers } = request
  const formatAt = kind.formatsOf?.(request)
  const style = { ...(kind.isMention && { isMention: kind.isMention }), ...(formatAt && { formatAt }) }
  const body = renderTemplate(template, bodyType, variables, style)
  const filled = { body, template, event, variables, formatAt: formatAt ?? (() => 'plain' as const) }
  const fitted = kind.fit?.(filled) ?? { body, shortened: [] }
  return { headers: composeHeaders(kind, headers, variables), ...fitted }
}

/** A header that is made of variables and comes out empty is left out. */
function composeHeaders(
  kind: TargetKind,
  headers: Readonly<Record<string, string>>,
  variables: TemplateValues,
): Record<string, string> {
  const composed = Object.entries(headers).flatMap(([name, template]): [string, string][] => {
    if (!hasVariables(template)) return [[name, kind.encodeHeader?.(name, template) ?? template]]
    const value = oneLine(renderTemplate(template, 'text', variables))
    return value === '' ? [] : [[name, kind.encodeHeader?.(name, value) ?? value]]
  })
  return Object.fromEntries(composed)
}

/** A line end in a value would begin another header. */
const oneLine = (value: string) => value.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** What is written in braces and is no variable, with where it stands. */
export function findUnknownVariables(
  template: Pick<RequestTemplate, 'body'> & { headers: Readonly<Record<string, string | null>> },
): { path: string; name: string }[] {
  const parts = [
    ['body', template.body] as const,
    ...Object.entries(template.headers).map(([name, value]) => [`headers.${name}`, value ?? ''] as const),
  ]
  return parts.flatMap(([path, text]) => unknownVariables(text).map((name) => ({ path, name })))
}

/** What the webhook is to send. */
export function callOf(
  kind: TargetKind,
  { url, bodyType }: Pick<RequestTemplate, 'url' | 'bodyType'>,
  { headers, body }: ComposedRequest,
  publicOnly: boolean,
): WebhookCall {
  const { openHeaders, sealed = false } = kind
  // What a browser says of its push service is no reason to ask in the network of the server.
  return { url, headers, openHeaders, bodyType, body, publicOnly: publicOnly || sealed, sealed }
}
