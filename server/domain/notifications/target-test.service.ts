import { withDeliveryText } from '#contract/delivery-cause'
import { issueAt } from '#contract/issue-words'
import {
  TEMPLATE_VARIABLES,
  type NotificationEvent,
  type NotificationKind,
  type NotificationKindsDto,
  type NotificationPreviewDto,
  type NotificationTestDto,
  type PreviewNotificationBody,
  type TestNotificationBody,
} from '#contract/notifications'
import { auditNote } from '#contract/audit-note'
import { originOf } from '#server/upstream/secret-home.rules'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { Actor } from '#server/domain/auth/auth.types'
import { eventsFor } from './audience.rules'
import { callOf, composeRequest, findUnknownVariables } from './compose.rules'
import { deliveryVerdict } from './delivery.rules'
import type { TargetKind, TargetKinds } from './kind.types'
import type { Owner, Webhook } from './notifications.types'
import type { Personal } from './personal.service'
import { sampleVariables } from './sample.rules'
import { maskAddress } from './target-address.rules'
import { defaultsOf, findBodyProblem, type TargetContents } from './target-body.rules'
import type { NotificationTargets } from './targets.service'
import type { Words } from './words'

interface Context extends Pick<FeatureContext, 'audit' | 'clock'> {
  targets: Pick<NotificationTargets, 'find' | 'decide' | 'wordsFor'>
  kinds: TargetKinds
  personal: Personal
  webhook: Webhook
}

/** What people use before they rely on a target: the defaults of a kind, a preview, a test. */
export function createTargetTests(context: Context) {
  return bind(context, { kinds, preview, test, testSaved })
}

/** Records in the audit log that something was sent to an unsaved address. */
async function recordTest(context: Context, name: string, { url }: TargetContents, by: Actor): Promise<void> {
  const { audit } = context
  const place = originOf(url)
  await audit.record({
    kind: 'connection_tested',
    actor: by.user.username,
    subject: name,
    ...(place !== null && { note: auditNote('address', { address: place }) }),
    address: by.address,
  })
}

/** Sends once, without the outbox. */
async function send(
  { clock, webhook }: Context,
  kind: TargetKind,
  contents: TargetContents,
  sample: Sample,
  publicOnly: boolean,
): Promise<NotificationTestDto> {
  const composed = composeRequest(kind, contents, sample)
  const call = callOf(kind, contents, composed, publicOnly)
  const start = clock()
  const result = await webhook.send(call, new AbortController().signal)
  const end = clock()
  // A test is never interrupted, but the type does not say so.
  const verdict = result.kind === 'interrupted' ? null : deliveryVerdict(result, 1, end, kind)
  return {
    delivered: verdict?.state === 'delivered',
    ...withDeliveryText(verdict && verdict.state !== 'delivered' ? verdict.cause : null),
    request: webhook.show(call),
    answer: result.kind === 'answered' ? { status: result.status, body: result.answer } : null,
    // The duration of name resolution would reveal whether the name exists.
    duration_ms: result.kind === 'refused' ? 0 : Number(end) - Number(start),
    unknown_variables: findUnknownVariables(contents),
    shortened: composed.shortened,
  }
}

/** The kinds, with their defaults for a form. */
async function kinds({ personal, kinds }: Context, owner: Owner): Promise<NotificationKindsDto> {
  return {
    ...(await personal.of(owner)),
    kinds: Object.values(kinds)
      .filter(({ personalOnly }) => owner !== null || !personalOnly)
      .map(presentKind),
    events: [...eventsFor(owner)],
    variables: [...TEMPLATE_VARIABLES],
  }
}

/** Previews the message as typed so far. Sends nothing and rejects nothing. */
async function preview(
  { targets, kinds, webhook }: Context,
  owner: Owner,
  body: PreviewNotificationBody,
): Promise<NotificationPreviewDto> {
  const kind = kinds[body.kind]
  const defaults = defaultsOf(kind)
  const bodyType = body.body_type ?? defaults.bodyType
  const template = body.body ?? defaults.body
  const headers = body.headers ?? defaults.headers
  const problem = findBodyProblem(kind, template, bodyType)
  const known = Object.entries(headers).flatMap(([name, value]): [string, string][] => [
    // Stored values are not shown, so there is no need to read them.
    [name, value ?? '***'],
  ])
  const contents = { url: body.url, bodyType, body: template, headers: Object.fromEntries(known) }
  const words = await targets.wordsFor(owner, body.language ?? null)
  const sample = sampleOf(body.event, words)
  const composed = composeRequest(kind, contents, sample)
  const shown = webhook.show(callOf(kind, { ...contents, url: NOWHERE }, composed, false))
  return {
    request: { ...shown, url: URL.canParse(body.url) ? maskAddress(body.url) : body.url },
    sample: sample.variables,
    problems: problem === null ? [] : [issueAt('body', problem)],
    unknown_variables: findUnknownVariables({ body: template, headers }),
    shortened: composed.shortened,
  }
}

/**
 * Sends sample data to an unsaved target, and records the test.
 * @throws AppError `validation_failed`, `personal_notifications_off`.
 */
async function test(
  context: Context,
  owner: Owner,
  body: TestNotificationBody,
  by: Actor,
): Promise<NotificationTestDto> {
  const { personal, targets, kinds } = context
  const { private_addresses: privateAllowed } = await personal.demand(owner)
  const kind = body.kind ?? 'custom'
  const contents = await targets.decide(owner, { ...body, kind }, null, 'try')
  await recordTest(context, kind, contents, by)
  const words = await targets.wordsFor(owner, body.language ?? null)
  return send(context, kinds[kind], contents, sampleOf(body.event ?? 'onNewRequest', words), !privateAllowed)
}

/**
 * Sends sample data to a saved target, possibly with unsaved changes; a test with changes is recorded.
 * @throws AppError `unknown_target`, `validation_failed`, `personal_notifications_off`.
 */
async function testSaved(
  context: Context,
  owner: Owner,
  id: string,
  body: TestNotificationBody | undefined,
  by: Actor,
): Promise<NotificationTestDto> {
  const { personal, targets, kinds } = context
  const { private_addresses: privateAllowed } = await personal.demand(owner)
  const stored = await targets.find(owner, id)
  const kind: NotificationKind = body?.kind ?? stored.kind
  const contents = await targets.decide(owner, { ...body, kind }, stored, 'try')
  if (changesTarget(body)) await recordTest(context, stored.name, contents, by)
  const event = body?.event ?? stored.events[0] ?? 'onNewRequest'
  const language = body?.language === undefined ? stored.language : body.language
  const words = await targets.wordsFor(owner, language)
  return send(context, kinds[kind], contents, sampleOf(event, words), !privateAllowed)
}

const sampleOf = (event: NotificationEvent, words: Words) => ({
  event,
  variables: sampleVariables(event, words),
})
type Sample = ReturnType<typeof sampleOf>

/** Used in place of an incomplete address. */
const NOWHERE = 'http://localhost/'

/** Whether a test of a saved target has unsaved values; the event alone does not count. */
function changesTarget(body: TestNotificationBody | undefined): boolean {
  const { event: _event, ...values } = body ?? {}
  return Object.values(values).some((value) => value !== undefined)
}

function presentKind(kind: TargetKind): NotificationKindsDto['kinds'][number] {
  return {
    kind: kind.kind,
    address_example: kind.addressExample,
    body_type: kind.bodyTypes[0],
    body_types: [...kind.bodyTypes],
    body: kind.body,
    headers: { ...kind.headers },
    token: kind.token && { header: kind.token.header, required: kind.token.required },
    open_headers: [...kind.openHeaders],
    limits: [...kind.limits],
  }
}
