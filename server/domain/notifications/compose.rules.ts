import type { NotificationEvent } from '#contract/notifications'
import type { RequestTemplate, TargetKind } from './kind.types'
import type { TemplateValues } from '#server/db/stored-message'
import type { WebhookCall } from './notifications.types'
import { hasVariables, renderTemplate, unknownVariables } from './template.rules'

interface ComposedRequest {
  headers: Record<string, string>
  body: string
  /** Parts of the body that were truncated; an empty text means the whole body. */
  shortened: string[]
}

/** Renders one message in the form its service expects. */
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

/** A header made only of variables is omitted if the result is empty. */
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

/** A line break in a value would start another header. */
const oneLine = (value: string) => value.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** Unknown names in braces, and where they occur. */
export function findUnknownVariables(
  template: Pick<RequestTemplate, 'body'> & { headers: Readonly<Record<string, string | null>> },
): { path: string; name: string }[] {
  const parts = [
    ['body', template.body] as const,
    ...Object.entries(template.headers).map(([name, value]) => [`headers.${name}`, value ?? ''] as const),
  ]
  return parts.flatMap(([path, text]) => unknownVariables(text).map((name) => ({ path, name })))
}

/** The call for the webhook to send. */
export function callOf(
  kind: TargetKind,
  { url, bodyType }: Pick<RequestTemplate, 'url' | 'bodyType'>,
  { headers, body }: ComposedRequest,
  publicOnly: boolean,
): WebhookCall {
  const { openHeaders, sealed = false } = kind
  // A browser names its own push service, so the address must not reach into the server's network.
  return { url, headers, openHeaders, bodyType, body, publicOnly: publicOnly || sealed, sealed }
}
