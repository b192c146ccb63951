import { deliveryCause } from '#contract/delivery-cause'
import { escape, type TextFormat } from '#server/domain/notifications/escape.rules'
import type { RequestTemplate, TargetKind } from '#server/domain/notifications/kind.types'
import { parseObject, textOf } from './json-body'

const TYPES = ['info', 'success', 'warning', 'failure']

/**
 * An Apprise API server, which forwards messages to the services in its configuration.
 * @see https://github.com/caronc/apprise-api
 */
export const apprise: TargetKind = {
  kind: 'apprise',
  addressExample: 'https://apprise.example.org/notify/books',
  bodyTypes: ['json'],
  body: JSON.stringify({ title: '{eventTitle}', body: '{eventText}', type: '{eventLevel}' }, null, 2),
  headers: {},
  // Apprise itself has no tokens; a proxy's credentials go into the address or a header.
  token: null,
  openHeaders: [],
  limits: [],

  // The title becomes, for example, the subject of an email, where entities would be visible. For services
  // without titles, Apprise puts it into the body as markup, which cannot be detected here.
  formatsOf(request) {
    const format = formatOf(request)
    return (path) => (path === 'body' ? format : 'plain')
  },

  fit({ body, variables, formatAt }) {
    const message = parseObject(body)
    if (!message) return { body, shortened: [] }
    // Apprise refuses a message that has no body or an unknown type.
    if (textOf(message, 'body').trim() === '') {
      message['body'] = escape(variables.eventText || variables.eventType || '', formatAt('body'))
    }
    const type = textOf(message, 'type')
    if (!TYPES.includes(type)) message['type'] = variables.eventLevel ?? 'info'
    return { body: JSON.stringify(message), shortened: [] }
  },

  explainFailure(status, answer) {
    const service = 'Apprise'
    if (status === 204) return deliveryCause('nothing_sent', { service, status })
    if (status !== 424) return null
    return answer
      ? deliveryCause('sent_in_part_with', { service, status, text: answer })
      : deliveryCause('sent_in_part', { service, status })
  },
}

/** The format given in the body, otherwise the one in the address. */
function formatOf({ url, body }: RequestTemplate): TextFormat {
  const said = textOf(parseObject(body) ?? {}, 'format')
  const inAddress = URL.canParse(url) ? new URL(url).searchParams.get('format') : null
  const format = (said || inAddress || '').trim().toLowerCase()
  return format === 'markdown' || format === 'html' ? format : 'plain'
}
