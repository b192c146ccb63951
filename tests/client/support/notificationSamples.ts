import type {
  NotificationEvent,
  NotificationKindsDto,
  NotificationPreviewDto,
  NotificationTargetDto,
  NotificationTestDto,
} from '#contract/notifications'
import { NOTIFICATION_EVENTS, notificationPreviewSchema, TEMPLATE_VARIABLES } from '#contract/notifications'
import type { KindDto } from '#client/features/notifications/targetDraft'

export const SECRET_HEADER = { value: null, set: true } as const

export function aTarget(target: Partial<NotificationTargetDto> = {}): NotificationTargetDto {
  return {
    id: 't1',
    name: 'Family chat',
    kind: 'custom',
    failed_count: 0,
    url: 'https://chat.example.org/hook',
    events: ['onNewRequest'],
    event_type: 'onNewRequest',
    event: 'onNewRequest',
    body_type: 'json',
    body: '{"text":"{bookTitle}"}',
    token: null,
    failing: null,
    pending_count: 0,
    headers: { Authorization: SECRET_HEADER },
    language: null,
    enabled: true,
    last_delivery: null,
    ...target,
  }
}

function aKind(kind: Partial<KindDto> & Pick<KindDto, 'kind'>): KindDto {
  return {
    address_example: `https://${kind.kind}.example.org/`,
    body_type: 'json',
    body_types: ['json'],
    body: `{"${kind.kind}":"{eventText}"}`,
    headers: {},
    token: null,
    open_headers: [],
    limits: [],
    ...kind,
  }
}

export const GOTIFY = aKind({ kind: 'gotify', token: { header: 'X-Gotify-Key', required: true } })
export const NTFY = aKind({
  kind: 'ntfy',
  body_type: 'text',
  body_types: ['text'],
  body: '{eventText}',
  headers: { Title: '{eventTitle}', Tags: 'books' },
  token: { header: 'Authorization', required: false },
  open_headers: ['Title', 'Tags'],
  limits: [{ path: '', max: 4096, unit: 'bytes' }],
})
export const DISCORD = aKind({
  kind: 'discord',
  limits: [{ path: 'content', max: 2000, unit: 'characters' }],
})
export const CUSTOM = aKind({ kind: 'custom', body_types: ['json', 'text'] })

export function someKinds(
  kinds: Partial<NotificationKindsDto> & { only?: readonly NotificationEvent[] } = {},
): NotificationKindsDto {
  const { only = NOTIFICATION_EVENTS, ...rest } = kinds
  return {
    allowed: true,
    private_addresses: true,
    kinds: [aKind({ kind: 'apprise' }), GOTIFY, NTFY, DISCORD, CUSTOM],
    events: [...only],
    variables: [...TEMPLATE_VARIABLES],
    ...rest,
  }
}

const SAMPLE = notificationPreviewSchema.shape.sample.parse(
  Object.fromEntries(
    TEMPLATE_VARIABLES.map((name) => [name, name === 'bookTitle' ? 'sample of bookTitle' : '']),
  ),
)

const REQUEST = { method: 'POST', url: 'https://chat.example.org/hook', headers: {}, body: '' } as const

export function aPreview(
  preview: Partial<Omit<NotificationPreviewDto, 'request'>> & {
    request?: Partial<NotificationPreviewDto['request']>
  } = {},
): NotificationPreviewDto {
  const { request, ...rest } = preview
  return {
    sample: SAMPLE,
    problems: [],
    unknown_variables: [],
    shortened: [],
    ...rest,
    request: { ...REQUEST, ...request },
  }
}

export function aTestResult(result: Partial<NotificationTestDto> = {}): NotificationTestDto {
  return {
    delivered: true,
    error: null,
    cause: null,
    request: { ...REQUEST, headers: { authorization: '***' }, body: '{"text":"A Sample"}' },
    answer: { status: 200, body: 'ok' },
    duration_ms: 12,
    unknown_variables: [],
    shortened: [],
    ...result,
  }
}
