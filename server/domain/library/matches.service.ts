import type { AuditKind } from '#contract/audit'
import type { OwnedReason } from '#contract/library'
import type { CorrectMatchBody, LibraryItemDto } from '#contract/library-matches'
import { auditNote } from '#contract/audit-note'
import { yieldEvery } from '#server/async/yield'
import type { Database, Transaction } from '#server/db/database'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Actor } from '#server/domain/auth/auth.types'
import { bind } from '#server/domain/bind'
import type { LibraryCorrectionsRepository } from './library-corrections.repository'
import { unknownLibraryItem } from './library.errors'
import type { LibraryItemsRepository } from './library-items.repository'
import type { KeptItem, LibraryMatcher, SoughtFacts } from './library.types'
import { compareReasons, whyOwned } from './owned.rules'

/** Maximum items shown: few enough to look through. */
const MAX_SHOWN = 20

interface Context {
  database: Pick<Database, 'write'>
  items: Pick<LibraryItemsRepository, 'isEmpty' | 'findByKeys' | 'find' | 'search'>
  corrections: LibraryCorrectionsRepository
  matcher: () => Promise<Pick<LibraryMatcher, 'prepare' | 'prepareItem' | 'wordsOf'>>
  audit: Pick<Audit, 'record'>
  /** Called when the contents may have changed. */
  changed: () => void
  clock: () => Date
}

/** For administrators: shows and corrects matches. */
export function createMatches(context: Context) {
  return bind(context, { isSetUp, list, correct, undo })
}

/** Whether a library contains anything to match. */
async function isSetUp({ items }: Context): Promise<boolean> {
  return !(await items.isEmpty())
}

/**
 * The items that match a book, those with corrections, and those with a similar title. Matches come first.
 * @param words words of a title, to limit the result to items with all of them.
 */
async function list(context: Context, book: SoughtFacts, words = ''): Promise<LibraryItemDto[]> {
  const { corrections } = context
  const matcher = await context.matcher()
  const { keys, ownedAs } = matcher.prepare(book)
  const said = new Map((await corrections.list([book.asin])).map((word) => [word.itemId, word]))
  const searched = matcher.wordsOf(words)
  const found =
    searched.length > 0
      ? await context.items.search(searched, MAX_SHOWN)
      : await likely(context, keys, [...said.keys()])
  const yieldIfDue = yieldEvery()
  const compared: { item: KeptItem; why: OwnedReason | null }[] = []
  for (const item of found) {
    await yieldIfDue()
    const candidate = { item, prepared: matcher.prepareItem(item.facts) }
    compared.push({ item, why: whyOwned(candidate, said.get(item.id)?.said, ownedAs) })
  }
  return compared
    .toSorted((one, other) => compareReasons(one.why, other.why))
    .slice(0, MAX_SHOWN)
    .map(({ item: { id, facts }, why }) => ({
      item: id,
      title: facts.title,
      subtitle: facts.subtitle,
      authors: facts.authors,
      narrators: facts.narrators,
      runtime_length_min: facts.durationMin,
      link: facts.url,
      why,
      said: said.get(id)?.said ?? null,
      said_by: said.get(id)?.actor ?? null,
    }))
}

/** Corrected items come before those that match only part of the title. */
async function likely(
  { items }: Context,
  keys: readonly string[],
  named: readonly string[],
): Promise<KeptItem[]> {
  const both = [...(await items.find(named)), ...(await items.findByKeys(keys))]
  return [...new Map(both.map((item) => [item.id, item])).values()]
}

/**
 * Stores an administrator's ruling on a book and an item.
 * @throws AppError `unknown_library_item`.
 */
async function correct(
  context: Context,
  asin: string,
  { item, is }: CorrectMatchBody,
  by: Actor,
): Promise<void> {
  const { database, corrections, items, clock } = context
  const [there] = await items.find([item])
  if (!there) throw unknownLibraryItem()
  const correction = { asin, itemId: item, said: is ? ('is' as const) : ('is_not' as const) }
  await database.write(async (within) => {
    await corrections.save(within, { ...correction, actor: by.user.username, at: clock() })
    const kind = is ? 'library_match_confirmed' : 'library_match_rejected'
    await record(context, within, { kind, subject: there.facts.title, asin, by })
  })
  context.changed()
}

/** Deletes a correction, so that the rules apply again. */
async function undo(context: Context, asin: string, itemId: string, by: Actor): Promise<void> {
  const { database, corrections, items } = context
  const [there] = await items.find([itemId])
  const undone = await database.write(async (within) => {
    const forgotten = await corrections.forget(within, { asin, itemId })
    const subject = there?.facts.title ?? itemId
    if (forgotten) await record(context, within, { kind: 'library_match_undone', subject, asin, by })
    return forgotten
  })
  if (undone) context.changed()
}

function record(
  { audit }: Context,
  within: Transaction,
  { kind, subject, asin, by }: { kind: AuditKind; subject: string; asin: string; by: Actor },
): Promise<void> {
  return audit.record(
    { kind, actor: by.user.username, subject, note: auditNote('book', { asin }), address: by.address },
    within,
  )
}
