import { isAhead } from '#server/async/due.rules'
import { deliveryText } from '#contract/delivery-cause'
import type { Language } from '#contract/words/messages'
import { createRunning } from '#server/async/running'
import { endsBeforeTimeout } from '#server/async/timeout'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { callOf, composeRequest } from './compose.rules'
import { deliveryVerdict, LONGEST_TARGET_PAUSE, pauseAfter } from './delivery.rules'
import { createDeliveryRecorder } from './delivery-recorder'
import type { TargetKinds } from './kind.types'
import { audienceOf } from './audience.rules'
import { storedVariables } from './message.rules'
import type { Delivery, Owner, Webhook } from './notifications.types'
import type { Claim, OutboxRepository, AttemptedDelivery } from './outbox.repository'
import type { Personal } from './personal.service'
import { createSenderSlots, type DueTarget } from './sender-slots'
import { openTarget, type TargetSecrets } from './target-secrets'
import { createUnrecorded, type Unrecorded } from './unrecorded'
import type { Words, WordsIn } from './words'

/**
 * How long a lease lasts, in milliseconds: longer than any attempt, so that a message never has two senders.
 */
const LEASE = 90_000
/** How much of the lease an attempt needs, in milliseconds: its timeout, plus time to store the result. */
const REQUIRED = 45_000
/** Maximum number of deliveries claimed together while a target responds quickly. */
const LARGEST_CLAIM = 200
const GROWTH = 16
/**
 * How many results a sender may leave unstored while it continues. A crash resends at most this many
 * messages.
 */
const UNRECORDED = 20
const QUICK = 1000
/**
 * How long a target pauses after its sender failed because of this server, such as a full disk, in
 * milliseconds.
 */
const PAUSE = 5_000
/** How long attempts in flight may continue when the server stops, in milliseconds. */
const GRACE = 1000
/** How long stopping may take, in milliseconds. Deliveries held up by a lost database are under lease. */
const STOP_TIMEOUT = 1500

interface DeliveriesDependencies extends Pick<FeatureContext, 'secretBox' | 'announce' | 'clock' | 'log'> {
  repository: OutboxRepository
  webhook: Webhook
  kinds: TargetKinds
  personal: Pick<Personal, 'read' | 'of'>
  wordsIn: WordsIn
  /** The default if neither a target nor its owner has a language. */
  defaultLanguage: Language
}

const contextOf = (dependencies: DeliveriesDependencies) => {
  const { repository, clock, log } = dependencies
  const giveUp = new AbortController()
  const recorder = createDeliveryRecorder({ repository, clock, log, stopping: giveUp.signal })
  const slots = createSenderSlots()
  const senders = createRunning()
  /** One per sender, because dozens of listeners on one signal would look like a leak. */
  const interrupts = new Set<AbortController>()
  /** Paused targets, and when their pause ends. */
  const pausedUntil = new Map<string, Date>()
  return { ...dependencies, giveUp, recorder, slots, senders, interrupts, pausedUntil, stopping: false }
}
type Context = ReturnType<typeof contextOf>

/** Sends the messages in the outbox at least once, independently for each target. */
export function createDeliveries(dependencies: DeliveriesDependencies) {
  const context = contextOf(dependencies)
  const { settled, onEnd: onSenderEnd } = context.senders
  return { ...bind(context, { deliverDue, resume, stop }), settled, onSenderEnd }
}

function start(context: Context, target: DueTarget): void {
  const { pausedUntil, slots, interrupts, clock, log, senders } = context
  const targetId = target.id
  const release = pausedUntil.has(targetId) ? null : slots.take(target)
  if (release === null) return
  const interrupt = new AbortController()
  interrupts.add(interrupt)
  const sender = sendTo(context, targetId, interrupt.signal)
    .catch((error: unknown) => {
      pausedUntil.set(targetId, new Date(clock().getTime() + PAUSE))
      log.error('Sending to notification target {targetId} failed: {error}', { error, targetId })
    })
    .finally(() => {
      release()
      interrupts.delete(interrupt)
    })
  senders.add(sender)
}

/** Sends to one target until nothing is due. Claims grow while the target responds quickly. */
async function sendTo(context: Context, targetId: string, interrupt: AbortSignal): Promise<void> {
  const { recorder, pausedUntil, clock, repository, announce } = context
  const unrecorded = createUnrecorded(recorder.flush)
  let owner: Owner | undefined
  let limit = 1
  while (!context.stopping && !pausedUntil.has(targetId)) {
    const now = clock()
    const leaseUntil = new Date(now.getTime() + LEASE)
    const claim = await repository.claim({ targetId, limit, now, leaseUntil })
    if (!claim) break
    owner = claim.target.ownerId
    const quick = await sendClaim(context, claim, unrecorded, interrupt)
    if (claim.deliveries.length < limit) break
    // Each claim and each write costs a transaction, so both are few while all goes well.
    if (!quick) await unrecorded.settled()
    limit = quick ? Math.min(limit * GROWTH, LARGEST_CLAIM) : 1
  }
  await unrecorded.settled()
  if (owner !== undefined) announce({ topic: 'notifications' }, audienceOf(owner))
}

/** @returns whether all responses were quick. */
async function sendClaim(
  context: Context,
  claim: Claim,
  unrecorded: Unrecorded,
  interrupt: AbortSignal,
): Promise<boolean> {
  const { secretBox, personal, clock, pausedUntil, repository, announce, kinds } = context
  const { language, ownerLanguage } = claim.target
  const words = await context.wordsIn(language ?? ownerLanguage ?? context.defaultLanguage)
  const secrets = await openTarget(secretBox, claim.target)
  const { private_addresses: privateAllowed } = await personal.of(claim.target.ownerId)
  const way = { words, secrets, publicOnly: !privateAllowed, interrupt }
  let slowest = 0
  for (const delivery of claim.deliveries) {
    const left = Number(claim.leaseUntil) - Number(clock())
    const mayContinue = !context.stopping && left >= REQUIRED && !pausedUntil.has(claim.target.id)
    const attempted = mayContinue ? await attempt(context, claim, delivery, way) : null
    if (!attempted) {
      // A message that was sent must not be released.
      await unrecorded.settled()
      await repository.release(claim.owner)
      return false
    }
    if (attempted.status !== null && kinds[claim.target.kind].isGone?.(attempted.status)) {
      await removeGone(context, claim, unrecorded)
      return false
    }
    slowest = Math.max(slowest, attempted.durationMs)
    unrecorded.add(recordAttempt(context, claim, attempted))
    if (unrecorded.size >= UNRECORDED) {
      await unrecorded.settled()
      announce({ topic: 'notifications' }, audienceOf(claim.target.ownerId))
    }
  }
  return slowest < QUICK
}

/** Deletes the target of a browser that no longer accepts messages, since its owner could not fix it. */
async function removeGone(context: Context, { target }: Claim, unrecorded: Unrecorded): Promise<void> {
  // Results must be stored before the target is deleted.
  await unrecorded.settled()
  await context.repository.removeTarget(target.id)
  context.log.info('Removed the notification target {target}: its browser no longer accepts messages', {
    target: target.name,
  })
}

/** @returns null if the attempt was interrupted, which counts as not sent. */
async function attempt(
  { kinds, clock, webhook, pausedUntil }: Context,
  claim: Claim,
  delivery: Delivery,
  way: { words: Words; secrets: TargetSecrets; publicOnly: boolean; interrupt: AbortSignal },
): Promise<AttemptedDelivery | null> {
  const kind = kinds[claim.target.kind]
  const contents = { ...claim.target, ...way.secrets }
  const at = clock()
  const variables = storedVariables(delivery.message, way.words)
  const composed = composeRequest(kind, contents, { event: delivery.event, variables })
  const result = await webhook.send(callOf(kind, contents, composed, way.publicOnly), way.interrupt)
  if (result.kind === 'interrupted') return null
  const now = clock()
  const pauseEnds = pauseAfter(result, now)
  if (pauseEnds !== null) pausedUntil.set(claim.target.id, pauseEnds)
  return {
    id: delivery.id,
    owner: claim.owner,
    at,
    durationMs: Number(now) - Number(at),
    attempts: delivery.attempts + 1,
    status: result.kind === 'answered' ? result.status : null,
    answer: result.kind === 'answered' ? result.answer : null,
    verdict: deliveryVerdict(result, delivery.attempts + 1, now, kind),
  }
}

async function recordAttempt(
  { recorder, log }: Context,
  { target }: Claim,
  attempted: AttemptedDelivery,
): Promise<void> {
  const { verdict, attempts } = attempted
  if (!(await recorder.record(attempted))) {
    log.info(
      'Sent a notification to {target}, although another server had taken it over or someone had deleted it',
      { target: target.name },
    )
  } else if (verdict.state === 'failed') {
    log.warn('Gave up sending a notification to {target} (attempts: {attempts}): {error}', {
      target: target.name,
      attempts,
      error: deliveryText(verdict.cause),
    })
  }
}

/**
 * Starts sending whatever is due, without waiting for it; see `onSenderEnd`.
 * @returns when something is due next, or null if nothing is waiting.
 */
async function deliverDue(context: Context): Promise<Date | null> {
  const { clock, pausedUntil, personal, repository } = context
  if (context.stopping) return null
  const now = clock()
  for (const [targetId, until] of pausedUntil)
    if (!isAhead(until, now, LONGEST_TARGET_PAUSE)) pausedUntil.delete(targetId)
  const { allowed } = await personal.read()
  for (const target of await repository.listDueTargets(now, allowed)) start(context, target)
  const next = [await repository.findNextDue(now), ...pausedUntil.values()].filter((date) => date !== null)
  return next.length > 0 ? new Date(Math.min(...next.map(Number))) : null
}

/** Ends a target's pause because someone changed it or wants it used now. */
function resume({ pausedUntil }: Context, targetId: string): void {
  pausedUntil.delete(targetId)
}

/**
 * Stops sending for good: attempts in flight get a moment to finish, the rest remains in the outbox. Always
 * resolves in time. A claim that could not be released ends with its lease.
 */
async function stop(context: Context): Promise<void> {
  const { giveUp, interrupts, senders, log } = context
  context.stopping = true
  const timer = setTimeout(() => {
    for (const controller of [giveUp, ...interrupts]) controller.abort()
  }, GRACE)
  const ended = await endsBeforeTimeout(STOP_TIMEOUT, senders.settled())
  clearTimeout(timer)
  if (!ended) log.warn('Stopping: deliveries still in progress will be sent again')
}
