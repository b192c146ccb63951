import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { NotificationTargetBody, NotificationTargetDto } from '#contract/notifications'
import type { Transaction } from '#server/db/database'
import type { Language } from '#contract/words/messages'
import type { Actor } from '#server/domain/auth/auth.types'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { mapYielding } from '#server/async/yield'
import { invalidInput } from '#server/errors/problem'
import { nameKey } from '#server/domain/name-key.rules'
import { audienceOf, eventsFor } from './audience.rules'
import type { TargetKinds } from './kind.types'
import { targetNameTaken, tooManyTargets, unknownTarget } from './notifications.errors'
import type { Owner, StoredTarget } from './notifications.types'
import type { Personal } from './personal.service'
import { decideTarget, type GivenTarget, type TargetContents } from './target-body.rules'
import { presentTarget } from './target-presentation.rules'
import { opensTarget, openTarget, sealTarget } from './target-secrets'
import type { NewTarget, TargetsRepository } from './targets.repository'
import type { Words, WordsIn } from './words'

/** Who makes a change; tests of what a target becomes omit it. */
type By = Pick<Actor, 'stillEntitled' | 'refuseOutlasting'>

/** Maximum targets per user. */
const PERSONAL_LIMIT = 20

interface Context extends Pick<
  FeatureContext,
  'transaction' | 'lockUser' | 'secretBox' | 'announce' | 'clock'
> {
  repository: TargetsRepository
  kinds: TargetKinds
  personal: Personal
  /** Whether an address is a literal IP address in the server's network. */
  isPrivateAddress: (address: string) => boolean
  /** Sends waiting messages, since the target may accept them now. */
  wake: (targetId: string) => void
  wordsIn: WordsIn
  /** The default if neither a target nor its owner has a language. */
  defaultLanguage: Language
}

export type NotificationTargets = ReturnType<typeof createNotificationTargets>

/**
 * Notification targets, set up by administrators for the server and by users for themselves. Secrets are
 * stored but never returned.
 */
export function createNotificationTargets(context: Context) {
  return bind(context, { decide, wordsFor, list, find, create, update, toggle, remove, forgetLost })
}

async function seal(
  { secretBox }: Context,
  identity: Pick<StoredTarget, 'id' | 'ownerId' | 'kind' | 'language' | 'enabled'>,
  body: NotificationTargetBody,
  contents: TargetContents,
): Promise<NewTarget> {
  return {
    ...identity,
    name: body.name,
    nameKey: nameKey(body.name),
    ...(await sealTarget(secretBox, identity.id, contents)),
    events: body.events,
    bodyType: contents.bodyType,
    body: contents.body,
  }
}

async function presentAll(
  { repository, kinds, secretBox }: Context,
  targets: readonly StoredTarget[],
): Promise<NotificationTargetDto[]> {
  const deliveriesOf = await repository.deliveriesOf(targets.map(({ id }) => id))
  return mapYielding(targets, async (target) =>
    presentTarget(kinds[target.kind], target, await openTarget(secretBox, target), deliveriesOf(target.id)),
  )
}

async function present(context: Context, target: StoredTarget): Promise<NotificationTargetDto> {
  const [presented] = await presentAll(context, [target])
  if (!presented) throw new Error('The target could not be presented')
  return presented
}

function changed({ wake, announce }: Context, owner: Owner, id: string): void {
  wake(id)
  announce({ topic: 'notifications' }, audienceOf(owner))
}

/**
 * Validates a target's request.
 * @param use a test may use any address, since the error is the same for every address that it may not reach.
 * @throws AppError `validation_failed` with every invalid field.
 */
async function decide(
  { secretBox, kinds, personal, isPrivateAddress }: Context,
  owner: Owner,
  given: GivenTarget & { kind: StoredTarget['kind'] },
  stored: StoredTarget | null,
  use: 'save' | 'try' = 'save',
): Promise<TargetContents> {
  const opened = stored && { ...stored, ...(await openTarget(secretBox, stored)) }
  const { contents, problems } = decideTarget(kinds[given.kind], given, opened)
  if (problems) throw invalidInput(problems)
  const { private_addresses: privateAllowed } = await personal.of(owner)
  if (use === 'save' && !privateAllowed && isPrivateAddress(contents.url)) {
    throw invalidInput([issueAt('url', fault('not_public'))])
  }
  return contents
}

/** The texts for a target's messages. @param language the target's own language */
async function wordsFor(
  { repository, wordsIn, defaultLanguage }: Context,
  owner: Owner,
  language: Language | null,
): Promise<Words> {
  const ofOwner = language === null && owner !== null ? await repository.languageOf(owner) : null
  return wordsIn(language ?? ofOwner ?? defaultLanguage)
}

/** @returns all targets, sorted by name. */
async function list(context: Context, owner: Owner): Promise<NotificationTargetDto[]> {
  const { repository } = context
  return presentAll(context, await repository.list(owner))
}

/** @throws AppError `unknown_target`. */
async function find({ repository }: Context, owner: Owner, id: string): Promise<StoredTarget> {
  const target = await repository.find(owner, id)
  if (!target) throw unknownTarget()
  return target
}

/**
 * Adds a target.
 * @throws AppError `validation_failed`, `target_name_taken`, `beyond_api_key` for a key that expires, for users also
 *   `personal_notifications_off`, `too_many_targets`.
 */
async function create(
  context: Context,
  owner: Owner,
  body: NotificationTargetBody,
  by?: By,
): Promise<NotificationTargetDto> {
  const { personal, transaction, repository, clock } = context
  by?.refuseOutlasting()
  await personal.demand(owner)
  const { kind = 'custom', language = null, enabled = true } = body
  validateEvents(owner, body.events)
  validateKind(context, owner, kind)
  const contents = await decide(context, owner, { ...body, kind }, null)
  const target = await seal(
    context,
    { id: crypto.randomUUID(), ownerId: owner, kind, language, enabled },
    body,
    contents,
  )
  await transaction(async (within) => {
    await by?.stillEntitled(within)
    await refuseTooMany(context, within, owner)
    if (!(await repository.add(within, target, clock()))) throw refuseName(body.name)
  })
  changed(context, owner, target.id)
  return present(context, target)
}

/** @throws AppError `too_many_targets`. */
async function refuseTooMany(
  { lockUser, repository }: Context,
  within: Transaction,
  owner: Owner,
): Promise<void> {
  if (owner === null) return
  // New targets are counted one at a time.
  await lockUser(within, owner)
  if ((await repository.count(within, owner)) < PERSONAL_LIMIT) return
  throw tooManyTargets({ maximum: PERSONAL_LIMIT })
}

/**
 * Changes a target. The stored value is kept for a header that is null, for an address that is sent back with
 * its hidden parts, and for an omitted kind, header list, token or language. A disabled target remains
 * disabled unless the body enables it.
 * @throws AppError `validation_failed`, `unknown_target`, `target_name_taken`, `personal_notifications_off`, or
 *   `beyond_api_key` for a key that expires.
 */
async function update(
  context: Context,
  owner: Owner,
  id: string,
  body: NotificationTargetBody,
  by?: By,
): Promise<NotificationTargetDto> {
  const { personal, repository, clock } = context
  by?.refuseOutlasting()
  await personal.demand(owner)
  validateEvents(owner, body.events)
  for (;;) {
    const before = await repository.find(owner, id)
    if (!before) throw unknownTarget()
    const { kind = before.kind, language = before.language, enabled = before.enabled } = body
    validateKind(context, owner, kind)
    const contents = await decide(context, owner, { ...body, kind }, before)
    const after = await seal(context, { id, ownerId: owner, kind, language, enabled }, body, contents)
    const outcome = await repository.replace(before, after, clock(), by?.stillEntitled)
    if (outcome === 'name_taken') throw refuseName(body.name)
    // Someone else was faster, so read the stored state again.
    if (outcome === 'changed') continue
    changed(context, owner, id)
    return present(context, after)
  }
}

/** Toggles a target on or off. @throws AppError `unknown_target`, or `beyond_api_key` if a key that expires turns it on. */
async function toggle(context: Context, owner: Owner, id: string, by?: By): Promise<NotificationTargetDto> {
  const { repository, clock } = context
  if (!(await find(context, owner, id)).enabled) by?.refuseOutlasting()
  const target = await repository.toggle(owner, id, clock(), by?.stillEntitled)
  if (!target) throw unknownTarget()
  changed(context, owner, target.id)
  return present(context, target)
}

/** Deletes a target and its pending messages. @throws AppError `unknown_target`. */
async function remove(context: Context, owner: Owner, id: string, by?: By): Promise<void> {
  const { repository } = context
  if (!(await repository.remove(owner, id, by?.stillEntitled))) throw unknownTarget()
  changed(context, owner, id)
}

/** @throws AppError `validation_failed` for an event that such a target never receives. */
function validateEvents(owner: Owner, events: NotificationTargetBody['events']): void {
  const possible = eventsFor(owner)
  if (events.every((event) => possible.includes(event))) return
  throw invalidInput([issueAt('events', fault('not_one_of', { options: possible.join(', ') }))])
}

/** @throws AppError `validation_failed` for a kind that only users' targets may have. */
function validateKind({ kinds }: Context, owner: Owner, kind: StoredTarget['kind']): void {
  if (owner !== null || !kinds[kind].personalOnly) return
  const possible = Object.values(kinds).filter(({ personalOnly }) => !personalOnly)
  const options = possible.map(({ kind }) => kind).join(', ')
  throw invalidInput([issueAt('kind', fault('not_one_of', { options }))])
}

function refuseName(name: string) {
  return targetNameTaken({ name }, { errors: [issueAt('name', fault('taken'))] })
}

/** Deletes everyone's targets whose address cannot be decrypted. @returns their names. */
async function forgetLost({ repository, secretBox }: Context): Promise<string[]> {
  const lost: string[] = []
  for (const target of await repository.listAll()) {
    if (await opensTarget(secretBox, target)) continue
    await repository.remove(target.ownerId, target.id)
    lost.push(target.name)
  }
  return lost
}
